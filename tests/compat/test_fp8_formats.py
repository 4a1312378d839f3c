"""`fp8_formats.hpp`: floats become OCP's 8-bit formats on each processor as on NVIDIA's."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
ODD = (0.0, -0.0, np.inf, -np.inf, 448.0, 464.1, 480.0, 57344.0, 61439.99, 61440.0, 65536.0, -1e30)


@pytest.fixture(scope="module")
def kernels(load_side, side) -> Module:
    module: Module = load_side("fp8_formats.cu", side)
    return module


def expected(x: np.ndarray, exponent_bits: int, fraction_bits: int, largest: int, over: int):
    """Return the nearest of the format's values, the even one of two; `over` what is larger."""
    codes = np.arange(largest + 1)
    exponents, fractions = codes >> fraction_bits, codes & ((1 << fraction_bits) - 1)
    steps = np.where(exponents > 0, fractions + (1 << fraction_bits), fractions)
    bias = (1 << (exponent_bits - 1)) - 1
    values = np.ldexp(steps, np.maximum(exponents, 1) - bias - fraction_bits)
    size = np.abs(x.astype(np.float64))
    upper = np.clip(np.searchsorted(values, size), 1, largest)
    below, above = size - values[upper - 1], values[upper] - size
    down = (below < above) | ((below == above) & ((upper - 1) % 2 == 0))
    last = values[largest] + (values[largest] - values[largest - 1]) / 2
    is_over = size > last if largest % 2 == 0 else size >= last
    code = np.where(is_over, over, np.where(down, upper - 1, upper))
    return code | np.where(np.signbit(x), 0x80, 0)


@pytest.fixture(scope="module")
def numbers() -> np.ndarray:
    random = np.random.default_rng(4)
    x = np.ldexp(random.uniform(1, 2, 1024), random.integers(-20, 18, 1024))
    x *= random.choice([-1, 1], 1024)
    x[: len(ODD)] = ODD
    return x.astype(np.float32)


def test_each_number_becomes_the_nearest(kernels: Module, numbers: np.ndarray) -> None:
    out = np.zeros((1024, 4), np.uint8)
    kernels.kernel("to_fp8")[4, 256](numbers, out)
    for column, form in enumerate(
        ((4, 3, 0x7E, 0x7F), (4, 3, 0x7E, 0x7E), (5, 2, 0x7B, 0x7C), (5, 2, 0x7B, 0x7B))
    ):
        differs = out[:, column] != expected(numbers, *form)
        assert numbers[differs].tolist() == []


def test_two_become_a_pair(kernels: Module, numbers: np.ndarray) -> None:
    out = np.zeros(512, np.uint16)
    kernels.kernel("to_fp8x2")[2, 256](numbers, out)
    code = expected(numbers, 4, 3, 0x7E, 0x7E)
    assert out.tolist() == (code[::2] | (code[1::2] << 8)).tolist()
