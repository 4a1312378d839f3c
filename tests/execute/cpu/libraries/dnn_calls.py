"""Calls of MIOpen and cuDNN on NumPy's arrays: elements of any type, channels first or last."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

#: Codes of types by NumPy's names, MIOpen's and cuDNN's.
TYPES = {"f2": (0, 2), "f4": (1, 0), "i4": (2, 4), "i1": (3, 3), "bf16": (5, 9), "f8": (6, 1)}
FLOATS = ("f4", "f8", "f2", "bf16")
MEMORY = {"bf16": "u2"}
VENDORS = ("miopen", "cudnn")


def unit(dtype: str) -> float:
    """Return the distance from 1 to the next number of a type."""
    return 2.0**-7 if dtype == "bf16" else float(np.finfo(dtype).eps)


def stored(values: Any, dtype: str) -> Any:
    """Return numbers as elements; bfloat16 is the upper half of a float, rounded to even."""
    if dtype != "bf16":
        return np.ascontiguousarray(values).astype(dtype)
    bits = np.ascontiguousarray(values).astype("f4").view("u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("u2")


def loaded(elements: Any, dtype: str) -> Any:
    """Return elements as numbers of double precision."""
    if dtype != "bf16":
        return elements.astype("f8")
    return (elements.astype("u4") << 16).view("f4").astype("f8")


def numbers(shape: tuple[int, ...], dtype: str, seed: int = 3) -> Any:
    """Return numbers that a type can hold, as doubles."""
    random = np.random.default_rng(seed)
    if dtype[0] == "i":
        return random.integers(-5, 6, shape).astype("f8")
    return loaded(stored(random.uniform(-1, 1, shape), dtype), dtype)


class Placed:
    """A tensor of the library's: elements in memory and their descriptor.

    Args:
        net: who calls.
        values: the numbers, in the order N, C and what follows.
        dtype: of `TYPES`.
        last: whether channels come last in memory.
        kind: "Tensor", or "Filter" where cuDNN has those.
    """

    def __init__(
        self, net: Layers, values: Any, dtype: str, *, last: bool = False, kind: str = "Tensor"
    ) -> None:
        self.dtype, self.shape = dtype, values.shape
        self.axes = (0, *range(2, values.ndim), 1) if last else tuple(range(values.ndim))
        self.elements = stored(values.transpose(self.axes), dtype)
        self.at = ctypes.c_void_p(self.elements.ctypes.data)
        self.descriptor = net.described(values.shape, dtype, last=last, kind=kind)

    @property
    def pair(self) -> tuple[Any, Any]:
        return self.descriptor, self.at

    def values(self) -> Any:
        """Return the numbers in the order N, C and what follows."""
        return loaded(self.elements, self.dtype).transpose(np.argsort(self.axes))


class Layers:
    """The functions of a vendor, with a handle."""

    def __init__(self, library: ctypes.CDLL, vendor: str) -> None:
        self.library, self.vendor = library, vendor
        self.is_hip = vendor == "miopen"
        self.kept: list[Placed] = []  # what calls are given by its address
        self.handle = self.made("")

    def __call__(self, name: str, *words: Any) -> int:
        status: int = getattr(self.library, self.vendor + name)(*words)
        return status

    def call(self, name: str, *words: Any) -> None:
        """Call a function with the handle; it has to succeed."""
        assert self(name, self.handle, *words) == 0, name

    def made(self, kind: str) -> ctypes.c_void_p:
        """Return a new handle or descriptor."""
        place = ctypes.c_void_p()
        name = f"Create{kind}Descriptor" if kind else "Create"
        assert self(name, ctypes.byref(place)) == 0
        return place

    def described(
        self, shape: tuple[int, ...], dtype: str, *, last: bool = False, kind: str = "Tensor"
    ) -> ctypes.c_void_p:
        """Return the descriptor of elements without gaps."""
        code = TYPES[dtype][not self.is_hip]
        if kind == "Filter" and not self.is_hip:
            made = self.made("Filter")
            words = (made, code, int(last), len(shape), integers(shape))
            assert self("SetFilterNdDescriptor", *words) == 0
            return made
        made = self.made("Tensor")
        order = (0, *range(2, len(shape)), 1) if last else range(len(shape))
        steps, step = [0] * len(shape), 1
        for axis in reversed(list(order)):
            steps[axis], step = step, step * shape[axis]
        name = "SetTensorDescriptor" if self.is_hip else "SetTensorNdDescriptor"
        assert self(name, made, code, len(shape), integers(shape), integers(steps)) == 0
        return made

    def place(self, values: Any, dtype: str, **more: Any) -> Placed:
        self.kept.append(Placed(self, values, dtype, **more))
        return self.kept[-1]

    def empty(self, shape: tuple[int, ...], dtype: str, **more: Any) -> Placed:
        return self.place(np.full(shape, 7.0), dtype, **more)

    def factor(self, value: float, dtype: str) -> Any:
        """Return the address of a factor: cuDNN's are doubles beside doubles."""
        is_double = dtype == "f8" and not self.is_hip
        return ctypes.byref((ctypes.c_double if is_double else ctypes.c_float)(value))


def integers(values: Any) -> Any:
    return (ctypes.c_int * len(values))(*values)


def assert_close(made: Any, exact: Any, sizes: Any, dtype: str, roundings: float = 16) -> None:
    """Compare results with what they may lose.

    Args:
        made: what was computed.
        exact: the same in double precision.
        sizes: how large the terms are that were added for each.
        dtype: what results are stored as; sums are held in float at least.
        roundings: of float, by which a sum may differ.
    """
    inner = unit("f8" if dtype == "f8" else "f4") * roundings
    bound = inner * (sizes + abs(exact)) + unit(dtype) * abs(exact) + np.finfo("f4").tiny
    if dtype == "f2":
        bound += 2.0**-24  # below the smallest normal number steps are of one size
    assert (abs(made - exact) <= bound).all(), abs(made - exact).max()
