"""Writes the numbers that Sobol's sequences begin with as C++ has them."""

from __future__ import annotations

import lzma
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

#: Of 20,000 dimensions the primitive polynomial and the first direction numbers, at most 18, a
#: column of 32-bit words each: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better
#: two-dimensional projections" (2008), as cuRAND's vectors on an H200 have them.
_NUMBERS = Path(__file__).with_name("sobol.xz")
_DIMENSIONS, _COLUMNS = 20_000, 19


def sobol_numbers() -> Mapping[str, str]:
    """Return the file that the generators include, by its name."""
    rows = (",".join(map(str, row)) + ",\n" for row in _rows())
    return {"sobol_numbers.inc": "".join(rows)}


def _rows() -> Iterator[tuple[int, ...]]:
    """Yield the polynomial of each dimension but the first, and as many numbers as its degree."""
    with lzma.open(_NUMBERS) as file:
        words = struct.unpack(f"<{_COLUMNS * _DIMENSIONS}I", file.read())
    for dimension in range(1, _DIMENSIONS):
        row = words[dimension::_DIMENSIONS]
        yield row[: row[0].bit_length()]
