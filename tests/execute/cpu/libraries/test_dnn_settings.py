"""What handles and descriptors of MIOpen and cuDNN are told, and what follows from it."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from .dnn_calls import Layers, assert_close, integers, numbers
from .dnn_convolutions import CASES, convolved, described

pytestmark = pytest.mark.toolchain

SHAPE = (2, 3, 4, 5)
DOUBLE = ctypes.c_double
BAD = {"miopen": 3, "cudnn": 2000}


def test_miopens_handles_with_a_stream(dnn: ctypes.CDLL) -> None:
    """What a handle's stream captures is computed when its graph runs."""
    net, stream, told = Layers(dnn, "miopen"), ctypes.c_void_p(), ctypes.c_void_p()
    graph, runnable = ctypes.c_void_p(), ctypes.c_void_p()
    assert dnn.hipStreamCreate(ctypes.byref(stream)) == 0
    assert net("CreateWithStream", ctypes.byref(net.handle), stream) == 0
    assert net("GetStream", net.handle, ctypes.byref(told)) == 0
    assert told.value == stream.value
    y = net.place(np.full(SHAPE, 3.0), "f4")
    assert dnn.hipStreamBeginCapture(stream, 0) == 0
    net.call("ScaleTensor", *y.pair, net.factor(2, "f4"))
    assert dnn.hipStreamEndCapture(stream, ctypes.byref(graph)) == 0
    assert (y.values() == 3).all()
    words = (ctypes.byref(runnable), graph, None, None, ctypes.c_size_t(0))
    assert dnn.hipGraphInstantiate(*words) == 0
    assert dnn.hipGraphLaunch(runnable, stream) == dnn.hipStreamSynchronize(stream) == 0
    assert (y.values() == 6).all()
    assert [net("Destroy", net.handle) for _ in "12"] == [0, BAD["miopen"]]
    assert net("CreateWithStream", None, stream) == BAD["miopen"]


def test_miopens_profiling(dnn: ctypes.CDLL) -> None:
    net, time = Layers(dnn, "miopen"), ctypes.c_float(-1)
    for enabled in (True, False):
        net.call("EnableProfiling", enabled)
        net.call("GetKernelTime", ctypes.byref(time))
        assert time.value >= 0
    assert net("GetKernelTime", net.handle, None) == BAD["miopen"]
    assert net("EnableProfiling", None, True) == BAD["miopen"]
    assert net("GetKernelTime", None, ctypes.byref(time)) == BAD["miopen"]


def test_miopens_ways_of_search(dnn: ctypes.CDLL) -> None:
    """The first is that of the header, and a way that there is not changes nothing."""
    net, mode = Layers(dnn, "miopen"), ctypes.c_int()
    how = described(net, CASES["plain"])
    dynamic_hybrid = 5
    for given, told in ((None, dynamic_hybrid), *((code, code) for code in (1, 2, 3, 5)), (9, 5)):
        if given is not None:
            expected = 0 if given < 6 else BAD["miopen"]
            assert net("SetConvolutionFindMode", how, given) == expected
        assert net("GetConvolutionFindMode", how, ctypes.byref(mode)) == 0
        assert mode.value == told
    assert net("GetConvolutionFindMode", how, None) == BAD["miopen"]
    assert net("DestroyConvolutionDescriptor", how) == 0
    assert net("GetConvolutionFindMode", how, ctypes.byref(mode)) == BAD["miopen"]
    assert net("SetConvolutionFindMode", how, 1) == BAD["miopen"]


def test_miopens_attributes_change_no_result(dnn: ctypes.CDLL) -> None:
    """They choose between ways to compute the same, of which there is one here."""
    net, case = Layers(dnn, "miopen"), CASES["plain"]
    how, x, w = described(net, case), numbers(case.x, "f2"), numbers(case.w, "f2", 4)
    exact, size = convolved(case, x, w), convolved(case, abs(x), abs(w))
    places = net.place(x, "f2"), net.place(w, "f2"), net.empty(exact.shape, "f2")
    alternative, deterministic, rounding = range(3)
    for attribute, value in ((alternative, 1), (deterministic, 1), (rounding, 0)):
        assert net("SetConvolutionAttribute", how, attribute, value) == 0
        places[2].elements[:] = 0
        one, zero, none = net.factor(1, "f2"), net.factor(0, "f2"), (None, ctypes.c_size_t(0))
        net.call("ConvolutionForward", one, *places[0].pair, *places[1].pair, how, 0, zero,
                 *places[2].pair, *none)  # fmt: skip
        assert_close(places[2].values(), exact, size, "f2")
    for attribute in (-1, 3):
        assert net("SetConvolutionAttribute", how, attribute, 1) == BAD["miopen"]
    assert net("SetConvolutionAttribute", net.made("Tensor"), 0, 1) == BAD["miopen"]


def test_miopens_padding_of_what_comes_out(dnn: ctypes.CDLL) -> None:
    net, case = Layers(dnn, "miopen"), CASES["grouped"]
    transposed, plain, bad = described(net, case, 1), described(net, case), BAD["miopen"]
    small = convolved(case, np.zeros(case.x), np.zeros(case.w)).shape
    words = (net.described(small, "f4"), net.described(case.w, "f4"))
    name, sizes = "GetConvolutionForwardOutputDim", [ctypes.c_int() for _ in range(4)]
    shapes = []
    for added in ((0, 0), (1, 0), (0, 1)):
        assert net("SetTransposeConvOutputPadding", transposed, *added) == 0
        assert net(name, transposed, *words, *map(ctypes.byref, sizes)) == 0
        shapes.append([one.value for one in sizes])
    n, c, h, w = shapes[0]
    assert (n, c) == case.x[:2]
    assert shapes[1:] == [[n, c, h + 1, w], [n, c, h, w + 1]]
    assert net("SetTransposeConvOutputPadding", plain, 1, 0) == bad
    solid = described(net, CASES["solid"], 1)
    assert net("SetTransposeConvOutputPadding", solid, 1, 0) == bad


@pytest.mark.parametrize("name", CASES)
def test_sizes_of_what_comes_out_of_cudnns_convolutions(dnn: ctypes.CDLL, name: str) -> None:
    net, case = Layers(dnn, "cudnn"), CASES[name]
    shape = convolved(case, np.zeros(case.x), np.zeros(case.w)).shape
    words = (described(net, case), net.described(case.x, "f4"),
             net.described(case.w, "f4", kind="Filter"))  # fmt: skip
    sizes = integers((-1,) * len(shape))
    ask = "GetConvolutionNdForwardOutputDim"
    assert net(ask, *words, len(shape), sizes) == 0
    assert tuple(sizes) == shape
    assert net(ask, *words, len(shape) - 1, sizes) == BAD["cudnn"]
    assert net(ask, *words, len(shape), None) == BAD["cudnn"]
    other = net.described((1, 99, *case.x[2:]), "f4")
    assert net(ask, words[0], other, words[2], len(shape), sizes) == BAD["cudnn"]


@pytest.mark.parametrize("beta", [1.0, 0.25, 3.0])
def test_cudnns_steepness_of_swish(dnn: ctypes.CDLL, beta: float) -> None:
    net, told = Layers(dnn, "cudnn"), DOUBLE(-1)
    how, relu = net.made("Activation"), net.made("Activation")
    setter, getter = (f"{name}ActivationDescriptorSwishBeta" for name in ("Set", "Get"))
    for one, mode in ((how, 6), (relu, 1)):
        assert net("SetActivationDescriptor", one, mode, 1, DOUBLE(0)) == 0
    assert net(getter, how, ctypes.byref(told)) == 0
    assert told.value == 1
    assert net(setter, how, DOUBLE(beta)) == 0
    assert net(getter, how, ctypes.byref(told)) == 0
    assert told.value == beta
    x, dy = numbers(SHAPE, "f8"), numbers(SHAPE, "f8", 4)
    place, y, dx = net.place(x, "f8"), net.empty(SHAPE, "f8"), net.empty(SHAPE, "f8")
    one, zero = net.factor(1, "f8"), net.factor(0, "f8")
    net.call("ActivationForward", how, one, *place.pair, zero, *y.pair)
    curve = 1 / (1 + np.exp(-beta * x))
    assert_close(y.values(), x * curve, 1, "f8")
    net.call("ActivationBackward", how, one, *y.pair, *net.place(dy, "f8").pair, *place.pair, zero,
             *dx.pair)  # fmt: skip
    assert_close(dx.values(), dy * curve * (1 + beta * x * (1 - curve)), 4, "f8")
    assert net(getter, relu, ctypes.byref(told)) == 0
    before = told.value
    assert net(setter, relu, DOUBLE(before + 5)) == BAD["cudnn"]
    assert net(getter, relu, ctypes.byref(told)) == 0
    assert told.value == before
    assert net(getter, how, None) == BAD["cudnn"]


def test_cudnns_last_error_has_no_more_to_say_than_its_code(dnn: ctypes.CDLL) -> None:
    """The text is ended within its place, of which nothing else is written."""
    net, place = Layers(dnn, "cudnn"), ctypes.create_string_buffer(b"~" * 8, 8)
    assert net("DestroyTensorDescriptor", None) == BAD["cudnn"]
    dnn.cudnnGetLastErrorString(place, ctypes.c_size_t(0))
    assert place.raw == b"~" * 8
    dnn.cudnnGetLastErrorString(place, ctypes.c_size_t(1))
    assert place.raw == b"\0" + b"~" * 7
    dnn.cudnnGetLastErrorString(None, ctypes.c_size_t(8))
