"""Transforms of cuFFT and hipFFT on three devices; a program, since devices are counted once."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np

from .conftest import loaded
from .untested import write_down

R2C, C2R, C2C, D2Z, Z2D, Z2Z = 0x2A, 0x2C, 0x29, 0x6A, 0x6C, 0x69
FORWARD, BACKWARD = -1, 1
IN_PLACE, SHUFFLED = 2, 3
TO_DEVICES, TO_HOST, BETWEEN = range(3)
INVALID_PLAN, INVALID_VALUE, INVALID_TYPE, INVALID_DEVICE = 1, 4, 3, 11
NOT_IMPLEMENTED, NOT_SUPPORTED = 14, 16
DEVICES = [2, 0, 1]


class Parts(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("count", ctypes.c_int),
        ("devices", ctypes.c_int * 64),
        ("data", ctypes.c_void_p * 64),
        ("size", ctypes.c_size_t * 64),
        ("state", ctypes.c_void_p),
    )


class Descriptor(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("parts", ctypes.POINTER(Parts)),
        ("library", ctypes.c_int),
        ("format", ctypes.c_int),
        ("own", ctypes.c_void_p),
    )


def at(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Plan:
    """A plan for several devices, of either vendor."""

    def __init__(self, fft: ctypes.CDLL, vendor: str) -> None:
        self.fft, self.vendor = fft, vendor
        self.handle: Any = ctypes.c_void_p() if vendor == "hipfft" else ctypes.c_int()
        assert self("Create", ctypes.byref(self.handle)) == 0

    def __call__(self, function: str, *words: Any) -> int:
        status: int = getattr(self.fft, f"{self.vendor}{function}")(*words)
        return status

    def on(self, devices: list[int]) -> int:
        return self("XtSetGPUs", self.handle, len(devices), (ctypes.c_int * len(devices))(*devices))

    def made(self, shape: tuple[int, ...], kind: int, batch: int = 1) -> Plan:
        """Make it; each device says how large a work area it wants."""
        assert self.on(DEVICES) == 0
        sizes = (ctypes.c_size_t * 4)(7, 7, 7, 7)
        lengths = (ctypes.c_int * len(shape))(*shape)
        layout = (None, 1, 0)
        assert self("MakePlanMany", self.handle, len(shape), lengths, *layout, *layout, kind, batch,
                    sizes) == 0  # fmt: skip
        assert list(sizes) == [0, 0, 0, 7]
        return self

    def memory(self, form: int = IN_PLACE) -> Any:
        made = ctypes.POINTER(Descriptor)()
        assert self("XtMalloc", self.handle, ctypes.byref(made), form) == 0
        return made

    def copy(self, to: Any, source: Any, kind: int) -> None:
        assert self("XtMemcpy", self.handle, to, source, kind) == 0

    def run(self, name: str, memory: Any, *direction: int) -> None:
        assert self(f"XtExecDescriptor{name}", self.handle, memory, memory, *direction) == 0


def part(memory: Any, place: int, like: Any) -> Any:
    """Return what a device holds, of the shape and type of an array."""
    address = memory.contents.parts.contents.data[place]
    text = ctypes.string_at(address, like.nbytes)
    return np.frombuffer(text, like.dtype).reshape(like.shape)


def check_parts(memory: Any, whole: Any, axis: int, bound: float) -> None:
    """Each device holds its share of the planes along an axis; the first have one more."""
    parts = memory.contents.parts.contents
    assert parts.count == 3 and list(parts.devices[:3]) == DEVICES
    for place, expected in enumerate(np.array_split(whole, 3, axis=axis)):
        assert parts.size[place] >= expected.nbytes
        assert abs(part(memory, place, expected) - expected).max() <= bound, place


def complex_numbers(shape: tuple[int, ...], dtype: str) -> Any:
    random = np.random.default_rng(3)
    return (random.uniform(-1, 1, shape) + 1j * random.uniform(-1, 1, shape)).astype(dtype)


def check_complex(fft: ctypes.CDLL, vendor: str) -> None:
    for shape in ((40,), (7, 10), (5, 4, 6)):
        for kind, dtype, name in ((C2C, "c8", "C2C"), (Z2Z, "c16", "Z2Z"), (Z2Z, "c16", "")):
            plan, numbers = Plan(fft, vendor).made(shape, kind), complex_numbers(shape, dtype)
            memory, bound = plan.memory(), 40 * numbers.size * np.finfo(dtype).eps
            plan.copy(memory, at(numbers), TO_DEVICES)
            check_parts(memory, numbers, 0, 0)
            plan.run(name, memory, FORWARD)
            exact = np.fft.fftn(numbers).astype(dtype)
            assert memory.contents.format == SHUFFLED
            check_parts(memory, exact, 1 if len(shape) > 1 else 0, bound)
            natural, whole = plan.memory(), np.zeros_like(numbers)
            plan.copy(natural, memory, BETWEEN)
            check_parts(natural, exact, 0, bound)
            plan.copy(at(whole), memory, TO_HOST)
            assert abs(whole - exact).max() <= bound
            plan.run(name, memory, BACKWARD)
            assert memory.contents.format == IN_PLACE
            check_parts(memory, numbers * numbers.size, 0, bound * numbers.size)
            for one in (memory, natural):
                assert plan("XtFree", one) == 0


def check_real(fft: ctypes.CDLL, vendor: str) -> None:
    """Real numbers lie in rows with room for what becomes of them."""
    for there, back, dtype, kinds in (("R2C", "C2R", "f4", (R2C, C2R)),
                                      ("D2Z", "Z2D", "f8", (D2Z, Z2D))):  # fmt: skip
        shape = (6, 5, 8)
        forward, backward = (Plan(fft, vendor).made(shape, kind) for kind in kinds)
        rows = np.zeros((6, 5, 10), dtype)
        rows[..., :8] = np.random.default_rng(5).uniform(-1, 1, shape)
        exact = np.fft.rfftn(rows[..., :8])
        memory, bound = forward.memory(), 40 * rows.size * np.finfo(dtype).eps
        forward.copy(memory, at(rows), TO_DEVICES)
        forward.run(there, memory)
        check_parts(memory, exact.astype({"f4": "c8", "f8": "c16"}[dtype]), 1, bound)
        backward.run(back, memory)  # another plan for as many numbers
        made = np.zeros_like(rows)
        backward.copy(at(made), memory, TO_HOST)
        assert abs(made[..., :8] / rows[..., :8].size - rows[..., :8]).max() <= bound


def check_batches(fft: ctypes.CDLL, vendor: str) -> None:
    """Members of a batch stay whole and where they are."""
    plan, numbers = Plan(fft, vendor).made((16,), Z2Z, 5), complex_numbers((5, 16), "c16")
    memory = plan.memory()
    plan.copy(memory, at(numbers), TO_DEVICES)
    plan.run("Z2Z", memory, FORWARD)
    assert memory.contents.format == IN_PLACE
    check_parts(memory, np.fft.fft(numbers), 0, 1e-12)


def check_mistakes(fft: ctypes.CDLL, vendor: str) -> None:
    plan = Plan(fft, vendor)
    assert [plan.on(wrong) for wrong in ([0, 3], [-1])] == [INVALID_DEVICE] * 2
    assert plan.on([1, 1]) == 0  # one device, twice
    assert plan("XtSetGPUs", plan.handle, 0, None) == INVALID_VALUE
    nothing = ctypes.POINTER(Descriptor)()
    assert plan("XtMalloc", plan.handle, ctypes.byref(nothing), IN_PLACE) == INVALID_PLAN
    plan.made((8, 8), C2C)
    assert plan.on([0]) == INVALID_PLAN  # it is too late
    memory, other = plan.memory(), plan.memory(SHUFFLED)
    assert memory.contents.format == IN_PLACE and other.contents.format == SHUFFLED
    numbers = complex_numbers((8, 8), "c8")
    execute, where = "XtExecDescriptorC2C", plan.handle
    assert plan("ExecC2C", where, at(numbers), at(numbers), FORWARD) == INVALID_PLAN
    assert plan("XtExecDescriptorZ2Z", where, memory, memory, FORWARD) == INVALID_TYPE
    assert plan(execute, where, memory, memory, 5) == INVALID_VALUE
    assert plan(execute, where, memory, other, FORWARD) == NOT_SUPPORTED
    assert plan(execute, where, at(numbers), at(numbers), FORWARD) == INVALID_VALUE
    assert plan("XtMalloc", where, ctypes.byref(nothing), 9) == INVALID_VALUE
    assert plan("XtMemcpy", where, memory, at(numbers), 3) == INVALID_VALUE
    assert plan("XtMemcpy", where, at(numbers), memory, TO_DEVICES) == INVALID_VALUE
    larger = Plan(fft, vendor).made((8, 9), C2C)
    assert larger(execute, larger.handle, memory, memory, FORWARD) == INVALID_VALUE
    assert plan("XtFree", memory) == 0
    assert plan("XtFree", memory) == INVALID_VALUE
    embedded, layout = Plan(fft, vendor), ((ctypes.c_int * 1)(8), 2, 16)
    assert embedded.on([0, 1]) == 0
    assert embedded("MakePlanMany", embedded.handle, 1, (ctypes.c_int * 1)(8), *layout, *layout,
                    C2C, 1, None) == NOT_SUPPORTED  # fmt: skip
    if vendor == "cufft":
        assert plan("XtQueryPlan", where, None, 0) == NOT_IMPLEMENTED
        assert plan("XtSetWorkArea", where, (ctypes.c_void_p * 3)()) == 0
        policies = [plan("XtSetWorkAreaPolicy", where, policy, None) for policy in (0, 2, 3)]
        assert policies == [0, 0, INVALID_VALUE]


if __name__ == "__main__":
    library = loaded("fft")
    for check in (check_complex, check_real, check_batches, check_mistakes):
        check(library, sys.argv[1])
    write_down()
