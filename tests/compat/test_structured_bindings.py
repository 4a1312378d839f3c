"""`structured_bindings.hpp`: names that take a vector apart are its numbers."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def test_vectors_are_taken_apart(load, arch) -> None:
    out = np.zeros((64, 4), np.float64)
    load("structured_bindings.cu", arch).kernel("apart")[1, 64](out)
    i = np.arange(64)
    x, y, z = i % 4, i // 4 % 4, i // 16
    expected = [x + 10 * y + 100 * z, 1 + x + 6, 2 * i + 1.5, np.full(64, 56)]
    assert np.array_equal(out, np.stack(expected, axis=1))
