"""`pipeline.hpp`: copies that CUDA does in the background."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("pipeline.cu", arch)


@pytest.mark.parametrize("zeros", [0, 1, 5, 16])
def test_sixteen_bytes_with_zeros_behind(kernels, zeros: int) -> None:
    data = np.random.default_rng(2).integers(1, 256, (64, 16), dtype=np.uint8)
    out = np.zeros_like(data)
    kernels.kernel("staged")[1, 64](data, out, zeros)
    wanted = data.copy()
    wanted[:, 16 - zeros :] = 0
    assert (out == wanted[::-1]).all()


def test_four_bytes(kernels) -> None:
    data = np.arange(128, dtype=np.int32)
    out = np.zeros_like(data)
    kernels.kernel("narrow")[1, 64](data, out)
    assert (out.reshape(64, 2) == data.reshape(64, 2)[::-1]).all()
