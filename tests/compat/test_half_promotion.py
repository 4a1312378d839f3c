"""`half_promotion.hpp`: a project's own `fma` of half and bfloat16 is found beside clang's."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def test_own_overloads_are_taken(load_side, side) -> None:
    x = np.array([0.5, 1.5, -2.0, 3.0], np.float32)
    out = np.zeros((4, 3), np.float32)
    load_side("own_fma.cu", side).kernel("products")[1, 4](x, out)
    assert (out[:, 0] == x * x + 1).all()
    assert (out[:, 1:] == (x * x + x)[:, None]).all()
