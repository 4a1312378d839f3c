"""Convolutions of MIOpen and cuDNN beside sums that NumPy adds in double precision."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .dnn_calls import FLOATS, VENDORS, Layers, Placed, assert_close, integers, numbers
from .dnn_convolutions import CASES, back, convolved, described

pytestmark = pytest.mark.toolchain


@pytest.fixture(params=VENDORS)
def net(request: pytest.FixtureRequest, dnn: ctypes.CDLL) -> Layers:
    return Layers(dnn, str(request.param))


def run(
    net: Layers, direction: str, how: Any, x: Placed, w: Placed, y: Placed, factors: Any
) -> None:
    """Call a direction's function; work areas and algorithms are any."""
    alpha, beta = factors
    none = (None, ctypes.c_size_t(0))
    if net.is_hip:
        inside, made = {"Forward": ((x, w), y), "BackwardData": ((y, w), x),
                        "BackwardWeights": ((y, x), w)}[direction]  # fmt: skip
        words = [word for one in inside for word in one.pair]
        net.call(f"Convolution{direction}", alpha, *words, how, 0, beta, *made.pair, *none)
        return
    name = direction.replace("Weights", "Filter")
    inside, made = {"Forward": ((x, w), y), "BackwardData": ((w, y), x),
                    "BackwardWeights": ((x, y), w)}[direction]  # fmt: skip
    words = [word for one in inside for word in one.pair]
    net.call(f"Convolution{name}", alpha, *words, how, 1, *none, beta, *made.pair)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_directions(net: Layers, name: str, dtype: str) -> None:
    case = CASES[name]
    x, w = numbers(case.x, dtype), numbers(case.w, dtype, 4)
    y = convolved(case, x, w)
    dy = numbers(y.shape, dtype, 5)
    size = convolved(case, abs(x), abs(w))
    gradients = [back(lambda one: convolved(case, one, w), case.x, dy),
                 back(lambda one: convolved(case, x, one), case.w, dy)]  # fmt: skip
    sizes = [back(lambda one: convolved(case, one, abs(w)), case.x, abs(dy)),
             back(lambda one: convolved(case, abs(x), one), case.w, abs(dy))]  # fmt: skip
    how = described(net, case)
    factors = net.factor(0.5, dtype), net.factor(2, dtype)
    for last in (False, True):
        places = [net.place(one, dtype, last=last) for one in (x, dy)]
        filters = net.place(w, dtype, last=last, kind="Filter")
        out, dx = (net.empty(shape, dtype, last=last) for shape in (y.shape, case.x))
        dw = net.empty(case.w, dtype, last=last, kind="Filter")
        run(net, "Forward", how, places[0], filters, out, factors)
        run(net, "BackwardData", how, dx, filters, places[1], factors)
        run(net, "BackwardWeights", how, places[0], dw, places[1], factors)
        assert_close(out.values(), 0.5 * y + 14, 0.5 * size + 14, dtype)
        assert_close(dx.values(), 0.5 * gradients[0] + 14, 0.5 * sizes[0] + 14, dtype)
        assert_close(dw.values(), 0.5 * gradients[1] + 14, 0.5 * sizes[1] + 14, dtype)


def test_a_factor_of_zero_hides_what_was_there(net: Layers) -> None:
    case = CASES["plain"]
    x, w = numbers(case.x, "f4"), numbers(case.w, "f4", 4)
    exact = convolved(case, x, w)
    y = net.place(np.full(exact.shape, np.nan), "f4")
    factors = net.factor(1, "f4"), net.factor(0, "f4")
    filters = net.place(w, "f4", kind="Filter")
    run(net, "Forward", described(net, case), net.place(x, "f4"), filters, y, factors)
    assert_close(y.values(), exact, convolved(case, abs(x), abs(w)), "f4")


def test_cudnns_mathematical_convolution(dnn: ctypes.CDLL) -> None:
    net, case = Layers(dnn, "cudnn"), CASES["grouped"]
    x, w = numbers(case.x, "f8"), numbers(case.w, "f8", 4)
    flipped = w[:, :, ::-1, ::-1]
    exact = convolved(case, x, flipped)
    dy = numbers(exact.shape, "f8", 5)
    how, one = described(net, case, 0), (net.factor(1, "f8"), net.factor(0, "f8"))
    y, dw = net.empty(exact.shape, "f8"), net.empty(case.w, "f8", kind="Filter")
    run(net, "Forward", how, net.place(x, "f8"), net.place(w, "f8", kind="Filter"), y, one)
    run(net, "BackwardWeights", how, net.place(x, "f8"), dw, net.place(dy, "f8"), one)
    assert abs(y.values() - exact).max() < 1e-13
    gradient = back(lambda one: convolved(case, x, one), case.w, dy)[:, :, ::-1, ::-1]
    assert abs(dw.values() - gradient).max() < 1e-13


def test_miopens_transposed_convolution(dnn: ctypes.CDLL) -> None:
    net, case = Layers(dnn, "miopen"), CASES["grouped"]
    how, one = described(net, case, 1), (net.factor(1, "f8"), net.factor(0, "f8"))
    w = numbers(case.w, "f8", 4)
    small = convolved(case, np.zeros(case.x), w).shape
    x = numbers(small, "f8")
    assert net("SetTransposeConvNdOutputPadding", how, 2, integers((1, 0))) == 0
    sizes, count = (ctypes.c_int * 8)(), ctypes.c_int()
    words = (how, net.described(small, "f8"), net.described(case.w, "f8"))
    name = "GetConvolutionNdForwardOutputDim"
    assert net(name, *words, ctypes.byref(count), sizes) == 0
    wide = tuple(sizes[: count.value])
    assert wide == (2, 4, 2 * (small[2] - 1) + 3 - 2 + 1, (small[3] - 1) + 3)
    exact = back(lambda one: convolved(case, one, w), wide, x)
    y = net.empty(wide, "f8")
    run(net, "Forward", how, net.place(x, "f8"), net.place(w, "f8"), y, one)
    assert abs(y.values() - exact).max() < 1e-13
    dy, dx, dw = numbers(wide, "f8", 6), net.empty(small, "f8"), net.empty(case.w, "f8")
    run(net, "BackwardData", how, dx, net.place(w, "f8"), net.place(dy, "f8"), one)
    assert abs(dx.values() - convolved(case, dy, w)).max() < 1e-13
    run(net, "BackwardWeights", how, net.place(x, "f8"), dw, net.place(dy, "f8"), one)
    gradient = back(lambda one: convolved(case, dy, one), case.w, x)
    assert abs(dw.values() - gradient).max() < 1e-13


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_bias_and_an_activation(net: Layers, dtype: str) -> None:
    case = CASES["grouped"]
    x, w, bias = numbers(case.x, dtype), numbers(case.w, dtype, 4), numbers((1, 6, 1, 1), dtype, 5)
    y = convolved(case, x, w)
    z, made = numbers(y.shape, dtype, 6), net.empty(y.shape, dtype)
    relu = net.made("Activation")
    words = (3, *(ctypes.c_double(0),) * 3) if net.is_hip else (1, 0, ctypes.c_double(0))
    assert net("SetActivationDescriptor", relu, *words) == 0
    places = [net.place(z, dtype), net.place(bias, dtype)]
    kept = net.place(x, dtype), net.place(w, dtype, kind="Filter")
    inside = (*kept[0].pair, *kept[1].pair)
    net.call("ConvolutionBiasActivationForward", net.factor(0.5, dtype), *inside,
             described(net, case), 1, None, ctypes.c_size_t(0), net.factor(2, dtype),
             *places[0].pair, *places[1].pair, relu, *made.pair)  # fmt: skip
    size = convolved(case, abs(x), abs(w)) + 2 * abs(z) + abs(bias)
    assert_close(made.values(), np.maximum(0, 0.5 * y + 2 * z + bias), size, dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_gradients_of_biases(net: Layers, dtype: str) -> None:
    dy = numbers((2, 3, 4, 5), dtype)
    for last in (False, True):
        place, made = net.place(dy, dtype, last=last), net.empty((1, 3, 1, 1), dtype)
        one, two = net.factor(1, dtype), net.factor(2, dtype)
        net.call("ConvolutionBackwardBias", one, *place.pair, two, *made.pair)
        exact = dy.sum((0, 2, 3)).reshape(1, 3, 1, 1) + 14
        assert_close(made.values(), exact, abs(dy).sum() + 14, dtype)


@pytest.mark.parametrize("result", ["i4", "f4", "i1"])
def test_bytes(net: Layers, result: str) -> None:
    case = CASES["plain"]
    x, w = numbers(case.x, "i1"), numbers(case.w, "i1", 4)
    y = convolved(case, x, w)
    made = net.empty(y.shape, result)
    factors = net.factor(1, "f4"), net.factor(0, "f4")
    filters = net.place(w, "i1", kind="Filter")
    run(net, "Forward", described(net, case), net.place(x, "i1"), filters, made, factors)
    assert (made.values() == (np.clip(y, -128, 127) if result == "i1" else y)).all()


def test_algorithms_and_work_areas(dnn: ctypes.CDLL) -> None:
    net, case = Layers(dnn, "cudnn"), CASES["plain"]
    shape = convolved(case, np.zeros(case.x), np.zeros(case.w)).shape
    tensors = {"x": net.described(case.x, "f4"), "w": net.described(case.w, "f4", kind="Filter"),
               "y": net.described(shape, "f4"), "how": described(net, case)}  # fmt: skip
    memory = {one: net.empty((9, 9, 9, 9), "f4").at for one in "xwy"} | {"how": None}
    orders = {"Forward": ("x", "w", "how", "y"), "BackwardData": ("w", "y", "how", "x"),
              "BackwardFilter": ("x", "y", "how", "w")}  # fmt: skip
    for (direction, order), wanted in product(orders.items(), (1, 20)):
        words = [tensors[one] for one in order]
        most, count, size = ctypes.c_int(), ctypes.c_int(), ctypes.c_size_t(9)
        net.call(f"GetConvolution{direction}AlgorithmMaxCount", ctypes.byref(most))
        placed = [word for one in order for word in (tensors[one], memory[one]) if word]
        for name, given, ends in (
            (f"GetConvolution{direction}Algorithm_v7", words, ()),
            (f"FindConvolution{direction}Algorithm", words, ()),
            (f"FindConvolution{direction}AlgorithmEx", placed, (None, ctypes.c_size_t(0))),
        ):
            results = (ctypes.c_int * (12 * wanted))()  # 48 bytes each
            net.call(name, *given, wanted, ctypes.byref(count), results, *ends)
            assert count.value == min(wanted, most.value)
            kinds = [results[12 * i] for i in range(count.value)]
            assert kinds[0] == 1
            assert sorted(kinds) == list(range(most.value)) or wanted == 1
        for kind in kinds:
            name = f"GetConvolution{direction}WorkspaceSize"
            net.call(name, *words, kind, ctypes.byref(size))
            assert size.value == 0
        assert net(name, net.handle, *words, most.value, ctypes.byref(size)) == 2000
