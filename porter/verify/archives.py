"""Reads members of zip archives and NumPy arrays that are untrusted, within bounds."""

from __future__ import annotations

import re
from math import prod
from typing import Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

_LONGEST_HEAD = 10_000
#: The head of an array of numbers or texts; objects are made by running code, so there are none.
_HEAD = re.compile(
    rb"\{'descr': '([<>|=][biufcUS]\d{1,9})', 'fortran_order': (True|False), "
    rb"'shape': \(((?:\d{1,18}(?:, ?|(?=\))))*+)\),? ?\}[ \n]*"
)


def read_member(archive: ZipFile, name: str, largest: int) -> bytes:
    """Return the bytes of a member of an archive, never more than `largest`.

    Raises:
        KeyError: there is none.
        ValueError: it is larger.
    """
    with archive.open(name) as stream:
        data = stream.read(largest + 1)  # what an archive says of sizes need not be so
    if len(data) > largest:
        raise ValueError(f"{name} has more than {largest} bytes")
    return data


def array_of(data: bytes) -> NDArray[Any]:
    """Return the array that a file in NumPy's format holds.

    Raises:
        ValueError: it is none, holds objects, or has another size than its head says.

    Source: numpy.lib.format.
    """
    long = data[6:7] != b"\1"  # versions 2 and 3 have a longer field for the size of the head
    start = 12 if long else 10
    end = start + int.from_bytes(data[8:start], "little")
    head = _HEAD.fullmatch(data[start : min(end, start + _LONGEST_HEAD)])
    if not data.startswith(b"\x93NUMPY") or head is None:
        raise ValueError("is not an array in NumPy's format")
    try:
        dtype = np.dtype(head[1].decode())
    except TypeError as error:  # such as a float of three bytes
        raise ValueError(str(error)) from error
    shape = tuple(map(int, re.findall(rb"\d+", head[3])))
    if dtype.itemsize == 0 or prod(shape) * dtype.itemsize != len(data) - end:
        raise ValueError("an array has another size than its head says")
    flat = np.frombuffer(data, dtype, offset=end)
    return flat.reshape(shape, order="F" if head[2] == b"True" else "C")
