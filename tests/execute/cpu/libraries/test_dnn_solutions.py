"""MIOpen's immediate mode and its search for algorithms, in each direction, beside NumPy."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from .dnn_calls import Layers, Placed, assert_close, numbers
from .dnn_convolutions import CASES, back, convolved, described

pytestmark = pytest.mark.toolchain

BAD = 3


class Performance(ctypes.Structure):
    """`miopenConvAlgoPerf_t`."""

    _fields_ = (
        ("algorithm", ctypes.c_int),
        ("time", ctypes.c_float),
        ("bytes", ctypes.c_size_t),
    )


class Solution(ctypes.Structure):
    """`miopenConvSolution_t`."""

    _fields_ = (
        ("time", ctypes.c_float),
        ("bytes", ctypes.c_size_t),
        ("id", ctypes.c_uint64),
        ("algorithm", ctypes.c_int),
    )


class Searched:
    """A direction of a convolution: what goes in, what comes out, and what that has to be."""

    def __init__(self, net: Layers, name: str, direction: str, dtype: str) -> None:
        case = CASES[name]
        x, w = numbers(case.x, dtype), numbers(case.w, dtype, 4)
        y = convolved(case, x, w)
        dy = numbers(y.shape, dtype, 5)
        self.how = described(net, case)
        if direction == "Forward":
            self.exact, self.size = y, convolved(case, abs(x), abs(w))
            inside, search = (w, x), (x, w)
        elif direction == "BackwardData":
            self.exact = back(lambda one: convolved(case, one, w), case.x, dy)
            self.size = back(lambda one: convolved(case, one, abs(w)), case.x, abs(dy))
            inside, search = (dy, w), (dy, w)
        else:
            self.exact = back(lambda one: convolved(case, x, one), case.w, dy)
            self.size = back(lambda one: convolved(case, abs(x), one), case.w, abs(dy))
            inside, search = (dy, x), (dy, x)
        self.inside = [net.place(one, dtype) for one in inside]
        #: The search takes a forward convolution's tensors the other way around.
        self.search = [net.place(one, dtype) for one in search]
        self.made = net.empty(self.exact.shape, dtype)

    def described(self, made: Placed | None = None) -> list[Any]:
        """Return the descriptors in the order of the functions for solutions."""
        made = made or self.made
        return [*(one.descriptor for one in self.inside), self.how, made.descriptor]

    def placed(self, inside: list[Placed]) -> list[Any]:
        """Return descriptors and places in the order of functions that compute."""
        return [word for one in inside for word in one.pair] + [self.how, *self.made.pair]


@pytest.fixture
def net(dnn: ctypes.CDLL) -> Layers:
    return Layers(dnn, "miopen")


DIRECTIONS = ["Forward", "BackwardData", "BackwardWeights"]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", ["plain", "grouped", "solid"])
@pytest.mark.parametrize("dtype", ["f4", "f2"])
def test_solutions(net: Layers, direction: str, name: str, dtype: str) -> None:
    case, stem = Searched(net, name, direction, dtype), f"Convolution{direction}"
    words, count, size = case.described(), ctypes.c_size_t(), ctypes.c_size_t(9)
    net.call(f"{stem}GetSolutionCount", *words, ctypes.byref(count))
    found, wanted = (Solution * count.value)(), count
    net.call(f"{stem}GetSolution", *words, wanted, ctypes.byref(count), found)
    assert count.value == len(found) == 1
    for solution in found:
        number = ctypes.c_uint64(solution.id)
        net.call(f"{stem}GetSolutionWorkspaceSize", *words, number, ctypes.byref(size))
        assert size.value == solution.bytes
        net.call(f"{stem}CompileSolution", *words, number)
        area = (ctypes.c_uint8 * (size.value + 1))()
        case.made.elements[:] = 7
        placed = case.placed(case.inside)
        net.call(f"{stem}Immediate", *placed, area, ctypes.c_size_t(size.value), number)
        assert_close(case.made.values(), case.exact, case.size, dtype)
        unknown = ctypes.c_uint64(solution.id + 12345)
        assert net(f"{stem}CompileSolution", net.handle, *words, unknown) == BAD
        ask = (*words, unknown, ctypes.byref(size))
        assert net(f"{stem}GetSolutionWorkspaceSize", net.handle, *ask) == BAD
    none = ctypes.c_size_t(0)
    assert net(f"{stem}GetSolution", net.handle, *words, none, ctypes.byref(count), found) == BAD


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_algorithms(net: Layers, direction: str) -> None:
    case, dtype, size = Searched(net, "grouped", direction, "f4"), "f4", ctypes.c_size_t(9)
    net.call(f"Convolution{direction}GetWorkSpaceSize", *case.described(), ctypes.byref(size))
    area, count = (ctypes.c_uint8 * (size.value + 1))(), ctypes.c_int()
    found, placed = (Performance * 4)(), case.placed(case.search)
    ends = (area, ctypes.c_size_t(size.value))
    find = f"FindConvolution{direction}Algorithm"
    net.call(find, *placed, 4, ctypes.byref(count), found, *ends, False)
    assert count.value == 1
    assert found[0].bytes <= size.value
    inside, made = placed[:4], placed[5:]
    one, zero = net.factor(1, dtype), net.factor(0, dtype)
    how = (case.how, found[0].algorithm)
    net.call(f"Convolution{direction}", one, *inside, *how, zero, *made, *ends)
    assert_close(case.made.values(), case.exact, case.size, dtype)
    words = (*placed, 0, ctypes.byref(count), found, *ends, False)
    assert net(find, net.handle, *words) == BAD


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_tensors_that_do_not_fit(net: Layers, direction: str) -> None:
    case, stem = Searched(net, "plain", direction, "f4"), f"Convolution{direction}"
    words = case.described(net.empty((*case.exact.shape[:-1], 17), "f4"))
    count, found = ctypes.c_size_t(77), (Solution * 1)()
    for name in ("GetSolutionCount", "GetWorkSpaceSize"):
        assert net(f"{stem}{name}", net.handle, *words, ctypes.byref(count)) == BAD
    one = ctypes.c_size_t(1)
    assert net(f"{stem}GetSolution", net.handle, *words, one, ctypes.byref(count), found) == BAD
    assert count.value == 77
    assert net(f"{stem}GetWorkSpaceSize", net.handle, *case.described(), None) == BAD
