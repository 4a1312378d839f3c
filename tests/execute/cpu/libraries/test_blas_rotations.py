"""Rotations of hipBLAS and cuBLAS, by what they do to a pair of numbers or vectors."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain

DTYPES = {"S": "f4", "D": "f8", "C": "c8", "Z": "c16"}


@pytest.fixture(params=["hipblas", "cublas"])
def call(blas: ctypes.CDLL, request: pytest.FixtureRequest) -> Any:
    """Call a function by its bare name with arrays and numbers."""
    vendor = request.param
    generation = "_v2" if vendor == "cublas" else ""
    handle = ctypes.c_void_p()
    assert getattr(blas, f"{vendor}Create{generation}")(ctypes.byref(handle)) == 0

    def made(name: str, *words: Any) -> None:
        given = [
            ctypes.c_void_p(word.ctypes.data) if isinstance(word, np.ndarray) else word
            for word in words
        ]
        assert getattr(blas, f"{vendor}{name}{generation}")(handle, *given) == 0

    return made


def numbers(count: int, dtype: str) -> Any:
    random = np.random.default_rng(7)
    made = random.uniform(-1, 1, count)
    return (made + 1j * random.uniform(-1, 1, count) if dtype[0] == "c" else made).astype(dtype)


@pytest.mark.parametrize("letter", DTYPES)
def test_a_made_rotation_turns_the_second_to_zero(call: Any, letter: str) -> None:
    dtype = DTYPES[letter]
    eps = np.finfo(dtype).eps
    for first, second in numbers(40, dtype).reshape(20, 2):
        a, b = np.array([first], dtype), np.array([second], dtype)
        c, s = np.zeros(1, dtype).real.copy(), np.zeros(1, dtype)
        call(f"{letter}rotg", a, b, c, s)
        size = np.hypot(abs(first), abs(second))
        assert abs(c[0] ** 2 + abs(s[0]) ** 2 - 1) <= 8 * eps
        assert abs(c[0] * first + s[0] * second - a[0]) <= 8 * eps * size
        assert abs(c[0] * second - np.conj(s[0]) * first) <= 8 * eps * size


@pytest.mark.parametrize("letter", "SD")
def test_a_modified_rotation(call: Any, letter: str) -> None:
    dtype = DTYPES[letter]
    eps = np.finfo(dtype).eps
    for d1, d2, x1, y1 in abs(numbers(80, dtype)).reshape(20, 4):
        scales = [np.array([value], dtype) for value in (d1, d2, x1, y1)]
        param = np.zeros(5, dtype)
        call(f"{letter}rotmg", *scales, param)
        x, y = np.array([x1], dtype), np.array([y1], dtype)
        call(f"{letter}rotm", 1, x, 1, y, 1, param)
        # What the scales make of the vector keeps its length, and its second part goes.
        before = d1 * x1**2 + d2 * y1**2
        after = scales[0][0] * x[0] ** 2
        assert abs(after - before) <= 16 * eps * before
        assert abs(y[0]) <= 16 * eps * np.hypot(x1, y1) * max(1, *abs(param[1:]))


def test_a_modified_rotation_by_its_flag(call: Any) -> None:
    x, y = numbers(8, "f8"), numbers(8, "f8")[::-1].copy()
    matrices = {
        -1.0: [[2, 4], [3, 5]],
        0.0: [[1, 4], [3, 1]],
        1.0: [[2, 1], [-1, 5]],
        -2.0: [[1, 0], [0, 1]],
    }
    for flag, matrix in matrices.items():
        a, b = x.copy(), y.copy()
        call("Drotm", 8, a, 1, b, 1, np.array([flag, 2, 3, 4, 5.0]))
        (h11, h12), (h21, h22) = matrix
        lost = 4 * np.finfo("f8").eps * 5 * (abs(x) + abs(y))
        assert (abs(a - (h11 * x + h12 * y)) <= lost).all()
        assert (abs(b - (h21 * x + h22 * y)) <= lost).all()
