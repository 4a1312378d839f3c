"""`atomics_generic.hpp`: CUDA's generic atomics, run for a lane."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def test_generic_atomics_do_and_return_what_they_say(load, arch: str) -> None:
    kernels = load("atomics_generic.cu", arch)
    cells = np.array([10, 3, 20, 4], np.int32)
    words = np.array([1, 6, 0], np.uint32)
    results = np.zeros(8, np.int32)
    kernels.kernel("generic")[1, 1](cells, words, results)
    assert cells.tolist() == [13, -7, 11, 6]
    assert words.tolist() == [0, 3, 8]
    assert results.tolist() == [10, 15, 3, 20, 1, 0, 6, 9]
