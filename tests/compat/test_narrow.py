"""`bfloat16.hpp`, `half_arithmetic.hpp` and `half_overloads.hpp`, against exact arithmetic."""

from fractions import Fraction

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
DIRECTIONS = ("rn", "rz", "rd", "ru")


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("narrow.cu", arch)


def bfloat16(bits: np.ndarray) -> np.ndarray:
    """Return the values of bfloat16 bits, as float32."""
    return (np.asarray(bits, np.uint32) << np.uint32(16)).view(np.float32)


POSITIVE = [Fraction(float(v)) for v in bfloat16(np.arange(0x7F80))]
POSITIVE.append(Fraction(2) ** 128)  # what infinity stands for when rounding


def rounded(value: Fraction, direction: str) -> int:
    """Return the bits of the bfloat16 next to `value` in the given direction."""
    sign = 0x8000 if value < 0 else 0
    size = abs(value)
    low, high = 0, len(POSITIVE) - 1
    if size >= POSITIVE[high]:
        return sign | (high if direction in ("rn", "ru" if not sign else "rd") else high - 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if POSITIVE[middle] <= size else (low, middle)
    if POSITIVE[low] == size:
        return sign | low
    below, above = size - POSITIVE[low], POSITIVE[high] - size
    up = {
        "rn": below > above or (below == above and low % 2 == 1),
        "rz": False,
        "rd": bool(sign),
        "ru": not sign,
    }[direction]
    return sign | (high if up else low)


def test_float_to_bfloat16(kernels) -> None:
    random = np.random.default_rng(1)
    value = random.integers(0, 2**32, 1024, dtype=np.uint64).astype(np.uint32).view(np.float32)
    value[:8] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.00390625, 3.4e38, -3.4e38]
    out = np.zeros((1024, 8), np.uint16)
    kernels.kernel("from_float")[4, 256](value, out)
    for i, number in enumerate(value):
        if np.isnan(number):
            assert set(out[i, :7].tolist()) == {0x7FFF}
            continue
        if np.isinf(number) or number == 0:
            expected = [int(number.view(np.uint32)) >> 16] * 4
        else:
            expected = [rounded(Fraction(float(number)), d) for d in DIRECTIONS]
        assert out[i].tolist() == [*expected, expected[0], expected[0], expected[0], 0x3F80]


INTEGERS = (np.int32, np.uint32, np.int16, np.uint16, np.int64, np.uint64)


def test_integer_to_bfloat16(kernels) -> None:
    random = np.random.default_rng(2)
    value = random.integers(-(2**63), 2**63, 512, dtype=np.int64) >> random.integers(0, 64, 512)
    value[:6] = [0, 1, -1, 2**63 - 1, -(2**63), 257]
    out = np.zeros((512, 24), np.uint16)
    kernels.kernel("from_integer")[2, 256](value, out)
    for i, number in enumerate(value):
        expected = [
            rounded(Fraction(int(number.astype(dtype))), d)
            for dtype in INTEGERS
            for d in DIRECTIONS
        ]
        assert out[i].tolist() == expected, number


def to_integer(value: np.ndarray, dtype, direction: str) -> np.ndarray:
    step = {"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil}[direction]
    limits = np.iinfo(dtype)
    with np.errstate(invalid="ignore"):
        whole = step(value.astype(np.float64))
    result = np.zeros(len(value), dtype)
    inside = (whole >= limits.min) & (whole < float(limits.max) + (limits.bits < 64))
    result[inside] = whole[inside].astype(dtype)
    result[whole >= float(limits.max) + (limits.bits < 64)] = limits.max
    result[whole < limits.min] = limits.min
    nan = np.uint64(1 << 63).astype(dtype) if limits.bits == 64 else dtype(0)
    result[np.isnan(value)] = nan
    return result


def test_every_bfloat16_to_every_integer(kernels) -> None:
    out = np.zeros((65536, 26), np.int64)
    kernels.kernel("to_integer")[256, 256](out)
    value = bfloat16(np.arange(65536))
    columns = [(dtype, d) for dtype in INTEGERS for d in DIRECTIONS]
    columns += [(np.int8, "rz"), (np.uint8, "rz")]
    for column, (dtype, direction) in enumerate(columns):
        got = out[:, column].astype(dtype)
        np.testing.assert_array_equal(
            got, to_integer(value, dtype, direction), f"{dtype} {direction}"
        )


class Half:
    """IEEE binary16."""

    nan = 0x7FFF

    @staticmethod
    def wide(bits: int) -> float:
        return float(np.uint16(bits).view(np.float16))

    @staticmethod
    def narrow(value: float) -> int:
        with np.errstate(over="ignore"):
            return int(np.float16(value).view(np.uint16))


class Bfloat16:
    """The upper half of binary32."""

    nan = 0x7FFF

    @staticmethod
    def wide(bits: int) -> float:
        return float(bfloat16(np.array([bits]))[0])

    @staticmethod
    def narrow(value: float) -> int:
        if np.isinf(value) or value == 0:
            return int(np.float32(value).view(np.uint32)) >> 16
        return rounded(Fraction(value), "rn")


def singles(kind, a: int, b: int, c: int) -> list[int]:
    """Return the results of `single`. Inputs are short, so that float64 holds them exactly."""
    x, y, z = (kind.wide(v) for v in (a, b, c))
    zero, one = kind.narrow(0.0), kind.narrow(1.0)

    def narrow(value: float) -> int:
        return kind.nan if np.isnan(value) else kind.narrow(value)

    def saturated(value: float) -> int:
        result = narrow(value)
        if np.isnan(value) or kind.wide(result) <= 0:
            return zero
        return one if kind.wide(result) > 1 else result

    def relu(value: float) -> int:
        result = narrow(value)
        return zero if kind.wide(result) < 0 else result

    with np.errstate(invalid="ignore"):
        x, y, z = np.float64(x), np.float64(y), np.float64(z)
        nan = np.isnan(x) or np.isnan(y)
        return [
            narrow(x + y),
            narrow(x - y),
            narrow(x * y),
            saturated(x + y),
            saturated(x - y),
            saturated(x * y),
            kind.nan if nan else narrow(max(x, y)),
            kind.nan if nan else narrow(min(x, y)),
            relu(x * y + z),
            saturated(x * y + z),
        ]


def masks(kind, a: int, b: int) -> list[bool]:
    x, y = kind.wide(a), kind.wide(b)
    nan = np.isnan(x) or np.isnan(y)
    ordered = [x == y, x != y and not nan, x <= y, x >= y, x < y, x > y]
    return [*ordered, *(bool(o) or nan for o in (x == y, x != y, x <= y, x >= y, x < y, x > y))]


@pytest.mark.parametrize(("kernel", "kind"), [("of_half", Half), ("of_bfloat16", Bfloat16)])
def test_arithmetic(kernels, kernel: str, kind) -> None:
    random = np.random.default_rng(3)
    short = random.integers(-64, 65, (3, 512)) * 2.0 ** random.integers(-6, 3, (3, 512))
    bits = np.array([[kind.narrow(float(v)) for v in row] for row in short], np.uint16)
    bits[:2, :32] = random.choice([kind.narrow(np.inf), kind.nan, 0, kind.narrow(-np.inf)], (2, 32))
    a, b = bits[:2]
    out = np.zeros((256, 51), np.uint32)
    kernels.kernel(kernel)[1, 256](*(row.view(np.float16) for row in bits), out)
    for t in range(256):
        low = singles(kind, *(int(v[2 * t]) for v in bits))
        high = singles(kind, *(int(v[2 * t + 1]) for v in bits))
        signless(kind, out[t, :10].tolist(), low)
        signless(kind, out[t, 10:20].tolist(), high)
        paired = out[t, 20:30].tolist()
        signless(kind, [v & 0xFFFF for v in paired], low)
        signless(kind, [v >> 16 for v in paired], high)
        lower = masks(kind, int(a[2 * t]), int(b[2 * t]))
        upper = masks(kind, int(a[2 * t + 1]), int(b[2 * t + 1]))
        assert out[t, 33:45].tolist() == [
            0xFFFF * p + 0xFFFF0000 * q for p, q in zip(lower, upper, strict=True)
        ]
        one = kind.narrow(1.0)
        assert out[t, 45:51].tolist() == [
            one * p + (one << 16) * q for p, q in zip(lower[6:], upper[6:], strict=True)
        ]
        if not any(
            np.isnan(kind.wide(int(v))) for v in (*a[2 * t : 2 * t + 2], *b[2 * t : 2 * t + 2])
        ):
            assert out[t, 30:32].tolist() == paired[6:8]


def signless(kind, got: list[int], expected: list[int]) -> None:
    """Compare bits; open is which zero a maximum gives, and which NaN arithmetic makes."""

    def settled(bits: int) -> int:
        if bits & 0x7FFF == 0:
            return 0
        return kind.nan if np.isnan(kind.wide(bits)) else bits

    assert [settled(v) for v in got] == [settled(v) for v in expected]


def test_complex_multiply_add(kernels) -> None:
    random = np.random.default_rng(4)
    parts = random.integers(-8, 9, (3, 512)).astype(np.float16)
    out = np.zeros((256, 51), np.uint32)
    kernels.kernel("of_half")[1, 256](*parts, out)
    x, y, z = (row[::2] + 1j * row[1::2] for row in parts.astype(np.float64))
    got = out[:, 32].astype(np.uint32).view(np.float16).reshape(-1, 2).astype(np.float64)
    np.testing.assert_array_equal(got[:, 0] + 1j * got[:, 1], x * y + z)


def test_half_alone(kernels) -> None:
    random = np.random.default_rng(5)
    value = random.standard_normal(65536) * 2.0 ** random.integers(-30, 18, 65536)
    value[0] = 1 + 2.0**-11 + 2.0**-40  # rounds to float first: a tie, and down
    narrowed, bytes_ = np.zeros(65536, np.uint16), np.zeros((65536, 2), np.int32)
    kernels.kernel("of_half_alone")[256, 256](value, narrowed, bytes_)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(narrowed, value.astype(np.float16).view(np.uint16))
    half = np.arange(65536, dtype=np.uint16).view(np.float16)
    with np.errstate(invalid="ignore"):
        number = np.nan_to_num(np.trunc(half.astype(np.float64)), nan=0.0)
    np.testing.assert_array_equal(bytes_[:, 0], np.clip(number, -128, 127))
    np.testing.assert_array_equal(bytes_[:, 1], np.clip(number, 0, 255))
