"""`math_overloads.hpp` and `minmax.hpp`: which overload a call takes, and what it gives."""

import math
from statistics import NormalDist

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("overloads.cu", arch)


def bessel_i(order: int, x: float) -> float:
    return sum(
        (x / 2) ** (2 * k + order) / math.factorial(k) / math.factorial(k + order)
        for k in range(20)
    )


def inverse_error(x: float) -> float:
    return NormalDist().inv_cdf((x + 1) / 2) / math.sqrt(2)


def test_floats_stay_floats(kernels) -> None:
    value = np.linspace(0.05, 0.95, 64, dtype=np.float32)
    out = np.zeros((64, 16), np.float32)
    kernels.kernel("floats")[1, 64](value, out)
    for i, x in enumerate(value.astype(np.float64)):
        expected = [
            x**-0.5,
            x ** (-1 / 3),
            10**x,
            math.sin(math.pi * x),
            math.cos(math.pi * x),
            inverse_error(x),
            inverse_error(1 - x),
            math.exp(x * x) * math.erfc(x),
            NormalDist().cdf(x),
            NormalDist().inv_cdf(x),
            bessel_i(0, x),
            bessel_i(1, x),
            math.sin(x),
            math.cos(x),
            math.sin(math.pi * x),
            math.cos(math.pi * x),
        ]
        np.testing.assert_allclose(out[i], expected, rtol=2e-6, atol=3e-7)


def test_doubles_stay_doubles(kernels) -> None:
    value = np.linspace(0.1, 3.0, 32)
    out = np.zeros((32, 2))
    kernels.kernel("doubles")[1, 32](value, out)
    np.testing.assert_allclose(out, np.stack([value**-0.5, 10**value], 1), rtol=1e-15)


def test_mixed_signs_compare_as_unsigned(kernels) -> None:
    value = np.arange(-32, 32, dtype=np.int32)
    table = np.arange(8, dtype=np.int32) * 10
    out, wide = np.zeros((64, 3), np.int32), np.zeros(64, np.uint64)
    kernels.kernel("mixed")[1, 64](value, table, out, wide)
    bits = value.astype(np.uint32)
    index = np.arange(64)
    np.testing.assert_array_equal(out[:, 0], np.minimum(index, 7) * 10 + np.minimum(index, 3) + 2)
    np.testing.assert_array_equal(out[:, 1].view(np.uint32), np.maximum(bits, 5))
    np.testing.assert_array_equal(out[:, 2].view(np.uint32), np.minimum(bits, 5))
    as_unsigned = value.astype(np.int64).astype(np.uint64)
    np.testing.assert_array_equal(wide, np.maximum(as_unsigned, np.uint64(2**53 + 1)))


def test_what_is_narrower_than_int_is_compared_as_int(kernels) -> None:
    value = np.arange(-32, 32, dtype=np.int16)
    other = np.arange(1, 65, dtype=np.uint8)
    out = np.zeros(64, np.float32)
    kernels.kernel("narrow")[1, 64](value, other, out)
    divisor = np.maximum(np.minimum(value.astype(int), 7), other.astype(int))
    np.testing.assert_array_equal(out, 1000 // divisor)
