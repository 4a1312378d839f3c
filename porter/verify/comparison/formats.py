"""Number formats of device code: decoding, encoding and spacing.

NumPy has no bfloat16 and no 8-bit floats: arrays of them hold the bits, as uint16 and uint8.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Format:
    """A number format.

    Attributes:
        name: as PyTorch calls it: "float32", "bfloat16", "float8_e4m3fn", "int8", "complex64".
        storage: NumPy's type for an element; of the bits where NumPy does not know the format.
        kind: "integer" (and bool), "float" or "complex".
        mantissa: explicit bits of the significand (of a component); 0 for integers.
        exponent: bits of the exponent; 0 for integers.
        bias: of the exponent.
        largest: largest finite number; infinity for integers.
        has_infinity: whether numbers above it become an infinity; they become NaN otherwise.
    """

    name: str
    storage: np.dtype[Any]
    kind: str
    mantissa: int = 0
    exponent: int = 0
    bias: int = 0
    largest: float = np.inf
    has_infinity: bool = True

    @property
    def roundoff(self) -> float:
        """Unit roundoff u: largest relative error of rounding to nearest; 0 for integers."""
        return 2.0 ** -(self.mantissa + 1) if self.exponent else 0.0

    @property
    def smallest_normal(self) -> float:
        """Smallest positive number with a full significand; 0 for integers."""
        return 2.0 ** (1 - self.bias) if self.exponent else 0.0


def _ieee(name: str, storage: str, mantissa: int, exponent: int, kind: str = "float") -> Format:
    bias = 2 ** (exponent - 1) - 1
    largest = (2.0 - 2.0**-mantissa) * 2.0**bias
    return Format(name, np.dtype(storage), kind, mantissa, exponent, bias, largest)


# The 8-bit formats: Micikevicius et al., "FP8 Formats for Deep Learning" (2022) for the OCP pair;
# "fnuz" (AMD's gfx94x): one more in the bias, no negative zero (0x80 is NaN), no infinity.
_FORMATS = (
    _ieee("float64", "float64", 52, 11),
    _ieee("float32", "float32", 23, 8),
    _ieee("float16", "float16", 10, 5),
    _ieee("bfloat16", "uint16", 7, 8),
    _ieee("complex128", "complex128", 52, 11, "complex"),
    _ieee("complex64", "complex64", 23, 8, "complex"),
    _ieee("float8_e5m2", "uint8", 2, 5),
    Format("float8_e4m3fn", np.dtype("uint8"), "float", 3, 4, 7, 448.0, False),
    Format("float8_e4m3fnuz", np.dtype("uint8"), "float", 3, 4, 8, 240.0, False),
    Format("float8_e5m2fnuz", np.dtype("uint8"), "float", 2, 5, 16, 57344.0, False),
    *(Format(f"{sign}int{bits}", np.dtype(f"{sign}int{bits}"), "integer")
      for bits in (8, 16, 32, 64) for sign in ("", "u")),
    Format("bool", np.dtype("bool"), "integer"),
)  # fmt: skip
FORMATS = {format_.name: format_ for format_ in _FORMATS}


def named(name: str) -> Format:
    """Return the format called `name`.

    Raises:
        PorterError: there is none.
    """
    try:
        return FORMATS[name]
    except KeyError:
        raise PorterError(
            f"no number format is called {name!r}", hint=f"known: {', '.join(FORMATS)}"
        ) from None


def decode(array: Array, format_: Format) -> Array:
    """Return the values of an array as float64, complex128 or (integers) as they are.

    Args:
        array: elements of `format_.storage`, any shape.
        format_: their format.
    """
    if format_.kind == "integer":
        return array
    if format_.name.startswith("float8"):
        return _values(format_)[array]
    with np.errstate(invalid="ignore"):  # signalling NaN become quiet
        if format_.kind == "complex":
            return array.astype(np.complex128)
        if format_.name == "bfloat16":
            return (array.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
        return array.astype(np.float64)


def encode(values: Array, format_: Format) -> Array:
    """Return values rounded to a format, to nearest and ties to even.

    Args:
        values: numbers, any shape. Those beyond `format_.largest` become infinities or NaN; values
            outside an integer's range are cut to it.
        format_: what they become.

    Returns:
        An array of `format_.storage` of the same shape.
    """
    values = np.asarray(values)
    if format_.kind == "integer":
        if format_.name == "bool":
            return values.astype(np.bool_)
        if values.dtype.kind not in "fc":
            return values.astype(format_.storage)
        limits = np.iinfo(format_.storage)
        rounded = np.rint(values).clip(float(limits.min), float(limits.max))
        edge = rounded >= float(limits.max)  # 2**63 - 1 is no double: 2**63 would wrap around
        inside = np.where(edge, 0, rounded).astype(format_.storage)
        return np.where(edge, format_.storage.type(limits.max), inside)
    if format_.storage.kind in "fc":
        with np.errstate(over="ignore"):
            return values.astype(format_.storage)
    rounded = _round(values.astype(np.float64), format_)
    if format_.name == "bfloat16":
        with np.errstate(over="ignore"):
            bits = rounded.astype(np.float32).view(np.uint32)
        return (bits >> np.uint32(16)).astype(np.uint16)
    return _bits_of(rounded, format_)


def spacing(values: Array, format_: Format) -> NDArray[np.float64]:
    """Return the distance between neighbours (one ulp) of a format at finite `values`."""
    size = np.maximum(np.abs(values).astype(np.float64), format_.smallest_normal)
    return np.asarray(np.ldexp(1.0, np.frexp(size)[1] - 1 - format_.mantissa))


def _round(values: NDArray[np.float64], format_: Format) -> NDArray[np.float64]:
    """Round to the format's numbers; what is too large becomes an infinity."""
    finite = np.isfinite(values)
    step = spacing(np.where(finite, values, 0.0), format_)
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = np.where(finite, np.rint(np.where(finite, values, 0.0) / step) * step, values)
    return np.where(np.abs(rounded) > format_.largest, np.copysign(np.inf, rounded), rounded)


def _bits_of(rounded: NDArray[np.float64], format_: Format) -> NDArray[np.uint8]:
    """Find the bits of numbers that the 8-bit format has."""
    table = _values(format_)
    usable = np.isfinite(table)
    codes = np.flatnonzero(usable & ~((table == 0) & np.signbit(table))).astype(np.uint8)
    codes = codes[np.argsort(table[codes])]
    finite = np.isfinite(rounded)
    place = np.searchsorted(table[codes], np.where(finite, rounded, 0.0))
    bits = codes[np.minimum(place, len(codes) - 1)]
    if not format_.name.endswith("fnuz"):
        bits = np.where((rounded == 0) & np.signbit(rounded), np.uint8(0x80), bits)
    not_a_number = np.uint8(0x80 if format_.name.endswith("fnuz") else 0x7F)
    if format_.has_infinity:
        sign = np.signbit(rounded).astype(np.uint8) << np.uint8(7)
        bits = np.where(np.isinf(rounded), np.uint8(0x7C) | sign, bits)
        return np.where(np.isnan(rounded), not_a_number, bits).astype(np.uint8)
    return np.where(finite, bits, not_a_number).astype(np.uint8)


@cache
def _values(format_: Format) -> NDArray[np.float64]:
    """Return the 256 values of an 8-bit format."""
    code = np.arange(256)
    field = (code >> format_.mantissa) & ((1 << format_.exponent) - 1)
    fraction = (code & ((1 << format_.mantissa) - 1)) / 2.0**format_.mantissa
    size = np.where(
        field == 0,
        np.ldexp(fraction, 1 - format_.bias),
        np.ldexp(1.0 + fraction, field - format_.bias),
    )
    values = np.where(code >= 128, -size, size)
    if format_.name.endswith("fnuz"):
        values[0x80] = np.nan
    elif format_.has_infinity:
        values[[0x7C, 0xFC]] = [np.inf, -np.inf]
        values[[0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF]] = np.nan
    else:
        values[[0x7F, 0xFF]] = np.nan
    return values
