"""`derived_vectors.hpp`: operators of a class with a vector as its base convert it to a number."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def test_operators_go_by_the_conversion(load, arch) -> None:
    random = np.random.default_rng(3)
    a, b = random.integers(0, 2**64, (2, 64), dtype=np.uint64)
    out = np.zeros((64, 4), np.uint64)
    load("derived_vectors.cu", arch).kernel("operate")[1, 64](a, b, out)
    assert np.array_equal(out, np.stack([a + b, a, (a < b).astype(np.uint64), a], axis=1))
