"""Work areas of MIOpen and cuDNN have the sizes that are told, and what is computed with them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .dnn_calls import VENDORS, Layers, assert_close, numbers

pytestmark = pytest.mark.toolchain

SHAPE = (2, 3, 4, 6)
BAD = {"miopen": 3, "cudnn": 2000}


def area(size: ctypes.c_size_t) -> tuple[Any, ctypes.c_size_t]:
    """Return memory of a size that was told, and that."""
    assert size.value < 99  # it was told
    return (ctypes.c_uint8 * (size.value + 1))(), size


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_miopens_pooling(dnn: ctypes.CDLL, dtype: str) -> None:
    """Of the largest in each square the place is kept for the way back."""
    net = Layers(dnn, "miopen")
    how, one, zero = net.made("Pooling"), net.factor(1, dtype), net.factor(0, dtype)
    assert net("Set2dPoolingDescriptor", how, 0, 2, 2, 0, 0, 2, 2) == 0
    x = numbers(SHAPE, dtype)
    squares = x.reshape(2, 3, 2, 2, 3, 2)
    exact = squares.max((3, 5))
    dy = numbers(exact.shape, dtype, 4)
    largest = squares == exact[:, :, :, None, :, None]
    gradient = (largest * dy[:, :, :, None, :, None]).reshape(SHAPE)
    place, y = net.place(x, dtype), net.empty(exact.shape, dtype)
    bad, none = BAD["miopen"], net.made("LRN")
    for name, words in (("GetWorkSpaceSize", ()), ("GetWorkSpaceSizeV2", (how,))):
        size = ctypes.c_size_t(99)
        assert net(f"Pooling{name}", *words, y.descriptor, ctypes.byref(size)) == 0
        memory, size = area(size)
        dx, back = net.empty(SHAPE, dtype), net.place(dy, dtype)
        net.call("PoolingForward", how, one, *place.pair, zero, *y.pair, True, memory, size)
        assert (y.values() == exact).all()
        words_back = (*y.pair, *back.pair, *place.pair, zero, *dx.pair, memory)
        net.call("PoolingBackward", how, one, *words_back)
        assert_close(dx.values(), gradient, 1, dtype)
        assert net(f"Pooling{name}", *words, y.descriptor, None) == bad
        assert net(f"Pooling{name}", *words, none, ctypes.byref(size)) == bad
    size = ctypes.c_size_t(99)
    assert net("PoolingGetWorkSpaceSizeV2", none, y.descriptor, ctypes.byref(size)) == bad


def test_miopens_local_response(dnn: ctypes.CDLL) -> None:
    net, size = Layers(dnn, "miopen"), ctypes.c_size_t(99)
    how, alpha, beta, k = net.made("LRN"), 0.3, 0.75, 1.5
    words = [ctypes.c_uint(1), *map(ctypes.c_double, (alpha, beta, k))]
    assert net("SetLRNDescriptor", how, 1, *words) == 0
    x, dy = numbers(SHAPE, "f8"), numbers(SHAPE, "f8", 4)
    place, y, dx = net.place(x, "f8"), net.empty(SHAPE, "f8"), net.empty(SHAPE, "f8")
    assert net("LRNGetWorkSpaceSize", y.descriptor, ctypes.byref(size)) == 0
    memory, size = area(size)
    one, zero = net.factor(1, "f8"), net.factor(0, "f8")
    net.call("LRNForward", how, one, *place.pair, zero, *y.pair, True, memory)
    base = k + alpha * x * x
    assert_close(y.values(), x * base**-beta, 4, "f8")
    net.call("LRNBackward", how, one, *y.pair, *net.place(dy, "f8").pair, *place.pair, zero,
             *dx.pair, memory)  # fmt: skip
    slope = base**-beta - 2 * alpha * beta * x * x * base ** (-beta - 1)
    assert_close(dx.values(), dy * slope, 4, "f8")
    assert net("LRNGetWorkSpaceSize", how, ctypes.byref(size)) == BAD["miopen"]


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("axes", [(0, 2), (1, 2, 3)])
def test_reductions(dnn: ctypes.CDLL, vendor: str, axes: tuple[int, ...]) -> None:
    net, dtype = Layers(dnn, vendor), "f4"
    how, size = net.made("ReduceTensor"), ctypes.c_size_t(99)
    total = 0
    assert net("SetReduceTensorDescriptor", how, total, int(net.is_hip), 1, 0, 0) == 0
    a = numbers(SHAPE, dtype)
    exact = a.sum(axes, keepdims=True)
    place, made = net.place(a, dtype), net.empty(exact.shape, dtype)
    ask = "GetReductionWorkspaceSize"
    net.call(ask, how, place.descriptor, made.descriptor, ctypes.byref(size))
    memory, size = area(size)
    none = (None, ctypes.c_size_t(0))
    net.call("ReduceTensor", how, *none, memory, size, net.factor(1, dtype), *place.pair,
             net.factor(0, dtype), *made.pair)  # fmt: skip
    assert_close(made.values(), exact, np.abs(a).sum(axes, keepdims=True), dtype)
    words = (how, place.descriptor, made.descriptor, None)
    assert net(ask, net.handle, *words) == BAD[vendor]
