"""Kernel arguments from Python and NumPy values, checked against the kernel's signature."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from porter.errors import PorterError
from porter.execute.cpu.device_image import KernelDescription, Parameter

_INTEGER = {1: "b", 2: "h", 4: "i", 8: "q"}
_FLOAT = {2: "e", 4: "f", 8: "d"}


class Arguments:
    """The argument table of one launch. Keeps the memory that it points to alive.

    Args:
        kernel: the kernel.
        values: one for each parameter. An array for a pointer (its memory is used in place),
            None for a null pointer; NumPy scalars or Python numbers for numbers; a NumPy structured
            scalar, a small array or bytes for an aggregate.

    Raises:
        PorterError: the number, a size or a kind does not fit.
    """

    def __init__(self, kernel: KernelDescription, values: Sequence[Any]) -> None:
        if len(values) != len(kernel.parameters):
            raise PorterError(
                f"{kernel.signature} takes {len(kernel.parameters)} arguments, got {len(values)}"
            )
        self.values = tuple(values)  # arrays stay alive while the kernel runs
        arrays = [value for value in values if isinstance(value, np.ndarray)]
        #: Where the arrays lie, and how many bytes each has: lent to the kernel while it runs.
        self.memory = {int(one.ctypes.data): one.nbytes for one in arrays if one.nbytes}
        self._buffers = []
        for place, (parameter, value) in enumerate(zip(kernel.parameters, values, strict=True), 1):
            try:
                content = _content(parameter, value)
            except ValueError as error:
                raise PorterError(f"argument {place} of {kernel.signature}: {error}") from error
            self._buffers.append(ctypes.create_string_buffer(content, max(len(content), 1)))
        pointers = [ctypes.addressof(buffer) for buffer in self._buffers]
        self.table = (ctypes.c_void_p * max(len(pointers), 1))(*pointers)


def _content(parameter: Parameter, value: Any) -> bytes:
    if parameter.kind == "p":
        return struct.pack("=Q", _address(value))
    if isinstance(value, bytes):
        content = value
    elif isinstance(value, (np.generic, np.ndarray)):
        _check_kind(parameter, value.dtype)
        content = value.tobytes()
    else:
        content = _number(parameter, value)
    if len(content) != parameter.bytes:
        raise ValueError(f"the kernel takes {parameter.bytes} bytes, got {len(content)}")
    return content


def _address(value: Any) -> int:
    if value is None:
        return 0
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise ValueError("an array must be contiguous; pass numpy.ascontiguousarray(...)")
        return int(value.ctypes.data)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"the kernel takes a pointer, got {type(value).__name__}")


def _check_kind(parameter: Parameter, dtype: np.dtype[Any]) -> None:
    """A float for an integer of the same size, or the other way, is a mistake."""
    if (parameter.kind == "f" and dtype.kind in "iub" and parameter.bytes > 2) or (
        parameter.kind == "i" and dtype.kind == "f" and parameter.bytes > 2
    ):
        wanted = "a floating-point number" if parameter.kind == "f" else "an integer"
        raise ValueError(f"the kernel takes {wanted}, got {dtype}")


def _number(parameter: Parameter, value: Any) -> bytes:
    if parameter.kind == "f" and isinstance(value, (int, float)) and parameter.bytes in _FLOAT:
        return struct.pack(f"={_FLOAT[parameter.bytes]}", value)
    if parameter.kind == "i" and isinstance(value, int) and parameter.bytes in _INTEGER:
        bits = 8 * parameter.bytes
        if not -(1 << (bits - 1)) <= value < 1 << bits:
            raise ValueError(f"{value} does not fit {bits} bits")
        return (value % (1 << bits)).to_bytes(parameter.bytes, "little")
    kinds = {"i": "an integer", "f": "a floating-point number", "s": "an aggregate"}
    raise ValueError(f"the kernel takes {kinds[parameter.kind]}, got {type(value).__name__}")
