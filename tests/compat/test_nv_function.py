"""nvstd::function in device code: it calls what it holds, whatever its size, and copies it."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = 64


def test_callables_are_held_copied_and_called(load, arch) -> None:
    kernels = load("nv_function.cu", arch)
    out = np.zeros((THREADS, 8), np.int32)
    kernels.kernel("functions")[1, THREADS](out)
    for i, got in enumerate(out.tolist()):
        large = 10 * (i % 24) + i
        assert got == [2 * i + 100, 2 * i, large, large - 2 * i, 2 * i, 20, 2 * i, 7 + i]
