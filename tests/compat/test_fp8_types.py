"""`fp8_types.hpp`: OCP's 8-bit floats convert in kernels as CUDA's own header has them do."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
SOURCE = "fp8_types.cu"


@pytest.fixture(scope="module")
def cuda(load_side) -> Module:
    module: Module = load_side(SOURCE, "sm_80")
    return module


@pytest.fixture(scope="module")
def ported(load, arch) -> Module:
    module: Module = load(SOURCE, arch)
    return module


def widened(module: Module) -> tuple[np.ndarray, np.ndarray]:
    floats, integers = np.zeros((256, 2, 4), np.float32), np.zeros((256, 2, 9), np.int64)
    module.kernel("widen_both")[1, 256](floats, integers)
    return floats, integers


def test_every_value_becomes_what_it_is_in_cuda(cuda: Module, ported: Module) -> None:
    floats, integers = widened(ported)
    wanted_floats, wanted_integers = widened(cuda)
    np.testing.assert_array_equal(floats, wanted_floats)
    np.testing.assert_array_equal(integers, wanted_integers)
    assert np.unique(floats[:, 0, 0]).size == 254  # both zeros are one number, and both NaN


def test_every_number_becomes_what_it_does_in_cuda(cuda: Module, ported: Module) -> None:
    random = np.random.default_rng(8)
    x = np.ldexp(random.uniform(1, 2, 2048), random.integers(-20, 18, 2048))
    x *= random.choice([-1, 1], 2048)
    x[:8] = 0.0, -0.0, np.inf, -np.inf, np.nan, 448.0, 57344.0, 1e300
    # Near the middle of two values, where a float on the way would round twice.
    x[8:16] = [
        middle * (1 + sign * 2.0**-40) for middle in (1.0625, 1.125, 17, 34) for sign in (1, -1)
    ]
    found, wanted = np.zeros((2048, 2, 16), np.uint32), np.zeros((2048, 2, 16), np.uint32)
    ported.kernel("narrow_both")[8, 256](x, found)
    cuda.kernel("narrow_both")[8, 256](x, wanted)
    differs = (found != wanted).any(axis=(1, 2))
    assert x[differs].tolist() == []
