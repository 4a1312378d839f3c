"""Transforms of hipFFT and cuFFT beside NumPy's.

A transform of n numbers loses at most about log2(n) roundings of the numbers' norm (Higham,
Accuracy and Stability of Numerical Algorithms, 24.2), a convolution in its place three times those
of twice to four times the length; what is stored as float is rounded once more.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .conftest import loaded

pytestmark = pytest.mark.toolchain

VENDORS = ("hipfft", "cufft")
R2C, C2R, C2C, D2Z, Z2D, Z2Z = 0x2A, 0x2C, 0x29, 0x6A, 0x6C, 0x69
FORWARD, BACKWARD = -1, 1
LENGTHS = (1, 2, 3, 4, 6, 8, 12, 30, 31, 37, 64, 97, 128, 243, 1000, 1009)
SHAPES = [(n,) for n in LENGTHS] + [(5, 6), (8, 37), (3, 4, 5), (2, 2, 41)]


@pytest.fixture(scope="module")
def fft() -> ctypes.CDLL:
    return loaded("fft")


class Planned:
    """A plan of either vendor."""

    def __init__(self, fft: ctypes.CDLL, vendor: str) -> None:
        self.fft, self.vendor = fft, vendor
        self.handle: Any = ctypes.c_void_p() if vendor == "hipfft" else ctypes.c_int()

    def __call__(self, function: str, *words: Any) -> int:
        status: int = getattr(self.fft, f"{self.vendor}{function}")(*words)
        return status

    def many(
        self, shape: tuple[int, ...], type_: int, batch: int,
        inside: tuple[list[int] | None, int, int] = (None, 1, 0),
        outside: tuple[list[int] | None, int, int] = (None, 1, 0),
    ) -> int:  # fmt: skip
        lengths = (ctypes.c_int * len(shape))(*shape)
        layouts: list[Any] = []
        for embed, step, distance in (inside, outside):
            layouts += [None if embed is None else (ctypes.c_int * len(embed))(*embed)]
            layouts += [step, distance]
        handle = ctypes.byref(self.handle)
        return self("PlanMany", handle, len(shape), lengths, *layouts, type_, batch)

    def run(self, kind: str, into: Any, out: Any, *direction: int) -> None:
        words = [ctypes.c_void_p(array.ctypes.data) for array in (into, out)]
        assert self(f"Exec{kind}", self.handle, *words, *direction) == 0


def numbers(shape: tuple[int, ...], dtype: str) -> Any:
    random = np.random.default_rng(len(shape) + shape[-1])
    made = random.uniform(-1, 1, shape)
    return (made + 1j * random.uniform(-1, 1, shape) if dtype[0] == "c" else made).astype(dtype)


def assert_close(found: Any, expected: Any) -> None:
    n = expected.size
    roundings = 12 * np.log2(4 * n) + 4
    stored = np.finfo(found.dtype).eps / 2
    lost = np.linalg.norm((found - expected).ravel())
    bound = roundings * np.finfo("f8").eps + stored
    assert lost <= bound * np.linalg.norm(expected.ravel()) + np.finfo(found.dtype).tiny


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("precision", ["single", "double"])
def test_shapes(fft: ctypes.CDLL, vendor: str, shape: tuple[int, ...], precision: str) -> None:
    is_single = precision == "single"
    real, complex_ = ("f4", "c8") if is_single else ("f8", "c16")
    axes = tuple(range(1, len(shape) + 1))
    batch = 3
    x = numbers((batch, *shape), complex_)
    exact = x.astype("c16")
    for direction, expected in (
        (FORWARD, np.fft.fftn(exact, axes=axes)),
        (BACKWARD, np.fft.ifftn(exact, axes=axes, norm="forward")),
    ):
        plan = Planned(fft, vendor)
        assert plan.many(shape, C2C if is_single else Z2Z, batch) == 0
        out = np.zeros_like(x)
        plan.run("C2C" if is_single else "Z2Z", x, out, direction)
        assert_close(out, expected)
        in_place = x.copy()
        plan.run("C2C" if is_single else "Z2Z", in_place, in_place, direction)
        assert (in_place == out).all()
        assert plan("Destroy", plan.handle) == 0
    r = numbers((batch, *shape), real)
    half = np.fft.rfftn(r.astype("f8"), axes=axes)
    plan = Planned(fft, vendor)
    assert plan.many(shape, R2C if is_single else D2Z, batch) == 0
    out = np.zeros(half.shape, complex_)
    plan.run("R2C" if is_single else "D2Z", r, out)
    assert_close(out, half)
    padded = np.zeros((*r.shape[:-1], 2 * half.shape[-1]), real)
    padded[..., : shape[-1]] = r
    plan.run("R2C" if is_single else "D2Z", padded, padded)
    assert (padded.view(complex_) == out).all()
    plan = Planned(fft, vendor)
    assert plan.many(shape, C2R if is_single else Z2D, batch) == 0
    back = np.zeros_like(r)
    given = half.astype(complex_)
    plan.run("C2R" if is_single else "Z2D", given, back)
    expected = np.fft.irfftn(given.astype("c16"), s=shape, axes=axes, norm="forward")
    assert_close(back, expected)
    plan.run("C2R" if is_single else "Z2D", given, given)
    assert (given.view(real)[..., : shape[-1]] == back).all()


@pytest.mark.parametrize("vendor", VENDORS)
def test_gaps_between_elements_rows_and_members(fft: ctypes.CDLL, vendor: str) -> None:
    shape, batch = (3, 5), 2
    x = numbers((batch, 4, 7, 2), "c16")  # rows of 7, every second element
    out = np.full((batch, 3, 6), 7j)
    plan = Planned(fft, vendor)
    assert plan.many(shape, Z2Z, batch, ([4, 7], 2, 56), ([3, 6], 1, 18)) == 0
    plan.run("Z2Z", x, out, FORWARD)
    assert_close(out[:, :, :5], np.fft.fftn(x[:, :3, :5, 0], axes=(1, 2)))
    assert (out[:, :, 5] == 7j).all()
    interleaved = numbers((8, 4), "c16")  # the members beside each other
    made = np.zeros_like(interleaved)
    plan = Planned(fft, vendor)
    assert plan.many((8,), Z2Z, 4, ([8], 4, 1), ([8], 4, 1)) == 0
    plan.run("Z2Z", interleaved, made, FORWARD)
    assert_close(made, np.fft.fft(interleaved, axis=0))


@pytest.mark.parametrize("vendor", VENDORS)
def test_plans_by_dimension(fft: ctypes.CDLL, vendor: str) -> None:
    for shape in ((6,), (6, 4), (6, 4, 3)):
        plan, handle = Planned(fft, vendor), None
        handle = ctypes.byref(plan.handle)
        more = (1,) if len(shape) == 1 else ()
        assert plan(f"Plan{len(shape)}d", handle, *shape, Z2Z, *more) == 0
        x = numbers(shape, "c16")
        out = np.zeros_like(x)
        plan.run("Z2Z", x, out, FORWARD)
        assert_close(out, np.fft.fftn(x))
        made = Planned(fft, vendor)
        size = ctypes.c_size_t(1)
        assert made("Create", ctypes.byref(made.handle)) == 0
        words = (*shape, Z2Z, *more, ctypes.byref(size))
        assert made(f"MakePlan{len(shape)}d", made.handle, *words) == 0
        again = np.zeros_like(x)
        made.run("Z2Z", x, again, FORWARD)
        assert (again == out).all()


def test_hips_factor(fft: ctypes.CDLL) -> None:
    plan = Planned(fft, "hipfft")
    assert plan("Plan1d", ctypes.byref(plan.handle), 8, Z2Z, 1) == 0
    assert plan("ExtPlanScaleFactor", plan.handle, ctypes.c_double(1 / 8)) == 0
    x = numbers((8,), "c16")
    out = np.zeros_like(x)
    plan.run("Z2Z", x, out, BACKWARD)
    assert_close(out, np.fft.ifft(x))


@pytest.mark.parametrize("vendor", VENDORS)
def test_mistakes(fft: ctypes.CDLL, vendor: str) -> None:
    plan = Planned(fft, vendor)
    handle = ctypes.byref(plan.handle)
    assert plan("Plan1d", handle, 8, 99, 1) == 3
    assert plan("Plan1d", handle, 0, C2C, 1) == 8
    assert plan("Plan1d", None, 8, C2C, 1) == 4
    assert plan("Plan1d", handle, 8, C2C, 1) == 0
    x = np.zeros(8, "c8")
    where = ctypes.c_void_p(x.ctypes.data)
    assert plan("ExecZ2Z", plan.handle, where, where, FORWARD) == 3
    assert plan("ExecC2C", plan.handle, where, where, 5) == 4
    assert plan("ExecC2C", plan.handle, None, where, FORWARD) == 4
    assert plan("XtSetCallback", plan.handle, None, 0, None) == 14
    assert [plan("Destroy", plan.handle), plan("Destroy", plan.handle)] == [0, 1]
    assert plan("ExecC2C", plan.handle, where, where, FORWARD) == 1
