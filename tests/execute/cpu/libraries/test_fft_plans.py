"""Plans of hipFFT and cuFFT made step by step, their sizes and settings; results beside NumPy's."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .conftest import loaded
from .test_fft import FORWARD, VENDORS, Z2Z, Planned, assert_close, numbers

pytestmark = pytest.mark.toolchain

NOT_PLANNED, NOT_IMPLEMENTED = 1, 14
COMPLEX, REAL = 5, 1  # CUDA_C_64F, CUDA_R_64F
ROWS, COLUMNS, BATCH = 6, 10, 3


@pytest.fixture(scope="module")
def fft() -> ctypes.CDLL:
    return loaded("fft")


@pytest.fixture(params=VENDORS)
def plan(fft: ctypes.CDLL, request: pytest.FixtureRequest) -> Planned:
    made = Planned(fft, request.param)
    assert made("Create", ctypes.byref(made.handle)) == 0
    return made


def wide(*values: int) -> Any:
    return (ctypes.c_longlong * len(values))(*values)


def layout(integer: Any) -> list[Any]:
    """Return rank, lengths and the layouts of batches without gaps."""
    lengths = (integer * 2)(ROWS, COLUMNS)
    step, distance = integer(1), integer(ROWS * COLUMNS)
    return [2, lengths, None, step, distance, None, step, distance]


@pytest.mark.parametrize("way", ["Many", "Many64", "Typed"])
def test_plans_of_many(plan: Planned, way: str) -> None:
    size = ctypes.c_size_t(99)
    integer = ctypes.c_int if way == "Many" else ctypes.c_longlong
    if way == "Typed":
        rank, lengths, _, step, distance, *_ = layout(integer)
        words = [rank, lengths, None, step, distance, COMPLEX, None, step, distance, COMPLEX]
        words += [integer(BATCH), ctypes.byref(size), COMPLEX]
        assert plan("XtGetSizeMany", plan.handle, *words) == 0
        assert plan("XtMakePlanMany", plan.handle, *words) == 0
    else:
        words = [*layout(integer), Z2Z, integer(BATCH), ctypes.byref(size)]
        assert plan(f"GetSize{way}", plan.handle, *words) == 0
        assert plan(f"MakePlan{way}", plan.handle, *words) == 0
        if way == "Many":
            assert plan("EstimateMany", *words) == 0
    given = numbers((BATCH, ROWS, COLUMNS), "c16")
    made = np.zeros_like(given)
    assert plan("SetStream", plan.handle, None) == 0
    assert plan("SetWorkArea", plan.handle, None) == 0
    where = [ctypes.c_void_p(array.ctypes.data) for array in (given, made)]
    assert plan("XtExec", plan.handle, *where, FORWARD) == 0
    for one, result in zip(given, made, strict=True):
        assert_close(result, np.fft.fft2(one))
    assert plan("GetSize", plan.handle, ctypes.byref(size)) == 0
    assert size.value == 0  # the executor's transforms need no work area
    assert plan("Destroy", plan.handle) == 0
    assert plan("GetSize", plan.handle, ctypes.byref(size)) != 0


def test_sizes(plan: Planned) -> None:
    for rank, lengths in ((1, (30,)), (2, (4, 6)), (3, (3, 4, 5))):
        for given in ([], [plan.handle]):
            name = f"{'GetSize' if given else 'Estimate'}{rank}d"
            words = [*lengths, Z2Z, *([2] if rank == 1 else [])]
            size = ctypes.c_size_t(99)
            assert plan(name, *given, *words, ctypes.byref(size)) == 0
            assert size.value == 0
            words[0] = -1
            assert plan(name, *given, *words, ctypes.byref(size)) != 0
    assert plan("SetAutoAllocation", plan.handle, 0) == 0
    assert plan("SetWorkArea", plan.handle, None) == 0


def test_callbacks_are_refused(plan: Planned) -> None:
    assert plan("XtClearCallback", plan.handle, 0) == NOT_IMPLEMENTED
    assert plan("XtSetCallbackSharedSize", plan.handle, 0, ctypes.c_size_t(16)) == NOT_IMPLEMENTED


def test_versions(plan: Planned) -> None:
    version, parts = ctypes.c_int(), []
    assert plan("GetVersion", ctypes.byref(version)) == 0
    for part in range(3):
        value = ctypes.c_int(-1)
        assert plan("GetProperty", part, ctypes.byref(value)) == 0
        parts.append(value.value)
    assert version.value >= 1000 and parts[0] >= 1 and min(parts) >= 0
    assert plan("GetProperty", 3, ctypes.byref(version)) != 0
    assert plan("GetVersion", None) != 0
