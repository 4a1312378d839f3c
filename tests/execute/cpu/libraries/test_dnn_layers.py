"""Activations, softmax, pooling and operations on tensors of MIOpen and cuDNN, beside NumPy."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .dnn_calls import FLOATS, VENDORS, Layers, assert_close, integers, numbers

pytestmark = pytest.mark.toolchain

SHAPE = (2, 3, 4, 5)
DOUBLE = ctypes.c_double


@pytest.fixture(params=VENDORS)
def net(request: pytest.FixtureRequest, dnn: ctypes.CDLL) -> Layers:
    return Layers(dnn, str(request.param))


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def factors(net: Layers, dtype: str) -> tuple[Any, Any]:
    """Return factors of 0.5 and 2: results are half of what is computed and 14."""
    return net.factor(0.5, dtype), net.factor(2, dtype)


#: A curve and its derivative: by enumerators and coefficients, MIOpen's and cuDNN's.
CURVES: dict[str, tuple[Any, Any, Any, Any]] = {
    "sigmoid": ((1, 0, 0, 0), (0, 0), sigmoid, lambda x: sigmoid(x) * (1 - sigmoid(x))),
    "tanh": ((2, 1, 1, 0), (2, 0), np.tanh, lambda x: 1 - np.tanh(x) ** 2),
    "steep tanh": ((2, 3, 2, 0), None, lambda x: 2 * np.tanh(3 * x),
                   lambda x: 6 * (1 - np.tanh(3 * x) ** 2)),
    "relu": ((3, 0, 0, 0), (1, 0), lambda x: np.maximum(0, x), lambda x: x > 0),
    "soft": ((4, 0, 0, 0), None, lambda x: np.log1p(np.exp(x)), sigmoid),
    "size": ((5, 0, 0, 0), None, abs, np.sign),
    "power": ((6, 2, 0.5, 3), None, lambda x: (2 + 0.5 * x) ** 3,
              lambda x: 1.5 * (2 + 0.5 * x) ** 2),
    "clipped": ((7, 0.5, 0, 0), (3, 0.5), lambda x: np.clip(x, 0, 0.5),
                lambda x: (x > 0) & (x <= 0.5)),
    "leaky": ((8, 0.25, 0, 0), None, lambda x: np.where(x > 0, x, x / 4),
              lambda x: np.where(x > 0, 1, 0.25)),
    "elu": ((9, 0.5, 0, 0), (4, 0.5), lambda x: np.where(x > 0, x, np.expm1(x) / 2),
            lambda x: np.where(x > 0, 1, np.exp(x) / 2)),
    "swish": (None, (6, 0), lambda x: x * sigmoid(x),
              lambda x: sigmoid(x) * (1 + x * (1 - sigmoid(x)))),
}  # fmt: skip


@pytest.mark.parametrize("name", CURVES)
def test_activations(net: Layers, name: str) -> None:
    miopens, cudnns, curve, slope = CURVES[name]
    words = miopens if net.is_hip else cudnns
    if words is None:
        return
    how = net.made("Activation")
    numbers_ = [DOUBLE(number) for number in words[1:]]
    words = [words[0], *([] if net.is_hip else [1]), *numbers_]
    assert net("SetActivationDescriptor", how, *words) == 0
    for dtype, last in product(FLOATS, (False, True)):
        x, dy = numbers(SHAPE, dtype), numbers(SHAPE, dtype, 4)
        place, y, dx = net.place(x, dtype, last=last), *(net.empty(SHAPE, dtype) for _ in "yd")
        net.call("ActivationForward", how, net.factor(1, dtype), *place.pair,
                 net.factor(0, dtype), *y.pair)  # fmt: skip
        assert_close(y.values(), curve(x), 1, dtype)
        alpha, beta = factors(net, dtype)
        net.call("ActivationBackward", how, alpha, *y.pair, *net.place(dy, dtype).pair,
                 *place.pair, beta, *dx.pair)  # fmt: skip
        lost = 2.0**-6 if dtype == "bf16" else 2.0**-9 if dtype == "f2" else 0  # y was rounded
        exact = 0.5 * dy * slope(x) + 14
        assert (abs(dx.values() - exact) <= 14 * lost + 4e-6 * 14).all()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("algorithm", [0, 1, 2])
@pytest.mark.parametrize("mode", [0, 1])
def test_softmax(net: Layers, dtype: str, algorithm: int, mode: int) -> None:
    axes = (1,) if mode else (1, 2, 3)
    x, dy = numbers(SHAPE, dtype), numbers(SHAPE, dtype, 4)
    sums = np.exp(x).sum(axes, keepdims=True)
    exact = x - np.log(sums) if algorithm == 2 else np.exp(x) / sums
    chosen: tuple[Any, Any] = ((), (algorithm, mode))
    before, behind, name = (*chosen, "_V2") if net.is_hip else (*chosen[::-1], "")
    for last in (False, True):
        place, y = net.place(x, dtype, last=last), net.empty(SHAPE, dtype, last=last)
        net.call(f"SoftmaxForward{name}", *before, net.factor(1, dtype), *place.pair,
                 net.factor(0, dtype), *y.pair, *behind)  # fmt: skip
        assert_close(y.values(), exact, 4, dtype)
        out, dx = net.place(exact, dtype), net.empty(SHAPE, dtype)
        kept = out.values()
        alpha, beta = factors(net, dtype)
        net.call(f"SoftmaxBackward{name}", *before, alpha, *out.pair,
                 *net.place(dy, dtype, last=last).pair, beta, *dx.pair, *behind)  # fmt: skip
        if algorithm == 2:
            gradient = dy - np.exp(kept) * dy.sum(axes, keepdims=True)
        else:
            gradient = kept * (dy - (kept * dy).sum(axes, keepdims=True))
        assert_close(dx.values(), 0.5 * gradient + 14, 30, dtype)


def test_miopens_first_softmax_is_of_channels(dnn: ctypes.CDLL) -> None:
    net = Layers(dnn, "miopen")
    x = numbers(SHAPE, "f4")
    place, y = net.place(x, "f4"), net.empty(SHAPE, "f4")
    net.call("SoftmaxForward", net.factor(1, "f4"), *place.pair, net.factor(0, "f4"), *y.pair)
    assert_close(y.values(), np.exp(x) / np.exp(x).sum(1, keepdims=True), 4, "f4")
    dy, dx = numbers(SHAPE, "f4", 4), net.empty(SHAPE, "f4")
    net.call("SoftmaxBackward", net.factor(1, "f4"), *y.pair, *net.place(dy, "f4").pair,
             net.factor(0, "f4"), *dx.pair)  # fmt: skip
    kept = y.values()
    assert_close(dx.values(), kept * (dy - (kept * dy).sum(1, keepdims=True)), 4, "f4")


def pooled(x: Any, window: Any, pads: Any, steps: Any, kind: str) -> tuple[Any, Any]:
    """Return what comes out, and the share of each element in each of it."""
    rank = len(window)
    made = [(x.shape[d + 2] + 2 * pads[d] - window[d]) // steps[d] + 1 for d in range(rank)]
    y, shares = np.zeros((*x.shape[:2], *made)), {}
    for place in np.ndindex(*y.shape):
        starts = [place[d + 2] * steps[d] - pads[d] for d in range(rank)]
        cut = (*place[:2], *(slice(max(0, start), start + window[d])
                             for d, start in enumerate(starts)))  # fmt: skip
        part, share = x[cut], np.zeros(x.shape)
        if kind == "largest":
            y[place] = part.max()
            first = np.zeros(part.size)
            first[part.argmax()] = 1
            share[cut] = first.reshape(part.shape)
        else:
            count = np.prod(window) if kind == "all" else part.size
            y[place], share[cut] = part.sum() / count, 1 / count
        shares[place] = share
    return y, shares


#: Enumerators, MIOpen's and cuDNN's.
POOLS = {"largest": (0, 0), "inside": (1, 2), "all": (2, 1)}


@pytest.mark.parametrize("kind", POOLS)
@pytest.mark.parametrize("rank", [2, 3])
def test_pooling(net: Layers, kind: str, rank: int) -> None:
    shape = (2, 3, 5, 6, 4)[: rank + 2]
    window, pads, steps = (3, 2, 2)[:rank], (1, 0, 1)[:rank], (2, 1, 2)[:rank]
    how, mode = net.made("Pooling"), POOLS[kind][not net.is_hip]
    moves = [integers(each) for each in (window, pads, steps)]
    name = "SetNdPoolingDescriptor" if net.is_hip else "SetPoolingNdDescriptor"
    assert net(name, how, mode, *([] if net.is_hip else [1]), rank, *moves) == 0
    for dtype in FLOATS:
        x = numbers(shape, dtype)
        exact, shares = pooled(x, window, pads, steps, kind)
        dy = numbers(exact.shape, dtype, 4)
        gradient = sum(shares[place] * dy[place] for place in np.ndindex(*dy.shape))
        sizes = (ctypes.c_int * (rank + 2))()
        name = "GetPoolingNdForwardOutputDim"
        assert net(name, how, net.described(shape, dtype), rank + 2, sizes) == 0
        assert tuple(sizes) == exact.shape
        for last in (False, True):
            place, y = net.place(x, dtype, last=last), net.empty(exact.shape, dtype, last=last)
            dx = net.empty(shape, dtype)
            more = (True, None, ctypes.c_size_t(0)) if net.is_hip else ()
            one, zero = net.factor(1, dtype), net.factor(0, dtype)
            net.call("PoolingForward", how, one, *place.pair, zero, *y.pair, *more)
            assert_close(y.values(), exact, 1, dtype)
            alpha, beta = factors(net, dtype)
            net.call("PoolingBackward", how, alpha, *y.pair, *net.place(dy, dtype).pair,
                     *place.pair, beta, *dx.pair, *more[1:2])  # fmt: skip
            assert_close(dx.values(), 0.5 * gradient + 14, 20, dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_operations_on_two_tensors(net: Layers, dtype: str) -> None:
    a = numbers(SHAPE, dtype)
    for shape, (code, function) in product(
        (SHAPE, (1, 3, 1, 1), (2, 1, 4, 5)),
        enumerate((np.add, np.multiply, np.minimum, np.maximum)),
    ):
        b, made = numbers(shape, dtype, 4), net.empty(SHAPE, dtype)
        places = net.place(a, dtype, last=True), net.place(b, dtype)
        how: Any = code
        if not net.is_hip:
            how = net.made("OpTensor")
            assert net("SetOpTensorDescriptor", how, code, int(dtype == "f8"), 1) == 0
        (half, two), three = factors(net, dtype), net.factor(3, dtype)
        net.call("OpTensor", how, half, *places[0].pair, three, *places[1].pair, two, *made.pair)
        assert_close(made.values(), function(0.5 * a, 3 * b) + 14, 20, dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_sums_copies_and_factors(net: Layers, dtype: str) -> None:
    x = numbers(SHAPE, dtype)
    half, two = factors(net, dtype)
    moved = net.empty(SHAPE, dtype, last=True)
    net.call("TransformTensor", half, *net.place(x, dtype).pair, two, *moved.pair)
    assert_close(moved.values(), 0.5 * x + 14, 20, dtype)
    scaled = net.place(x, dtype, last=True)
    net.call("ScaleTensor", *scaled.pair, half)
    assert_close(scaled.values(), 0.5 * x, 1, dtype)
    filled = net.empty(SHAPE, dtype)
    net.call("SetTensor", *filled.pair, net.place(np.full((1,), -1.5), dtype).at)
    assert (filled.values() == -1.5).all()
    if net.is_hip:
        bias, y = numbers((1, 3, 1, 1), dtype), net.place(x, dtype)
        one, zero = net.factor(1, dtype), net.factor(0, dtype)
        net.call("ConvolutionForwardBias", one, *net.place(bias, dtype).pair, zero, *y.pair)
        assert_close(y.values(), x + bias, 2, dtype)
    else:
        bias, y = numbers((1, 3, 1, 1), dtype), net.place(x, dtype)
        net.call("AddTensor", half, *net.place(bias, dtype).pair, two, *y.pair)
        assert_close(y.values(), 2 * x + 0.5 * bias, 3, dtype)


REDUCTIONS: list[Any] = [
    lambda a, axes: a.sum(axes, keepdims=True),
    lambda a, axes: a.prod(axes, keepdims=True),
    lambda a, axes: a.min(axes, keepdims=True),
    lambda a, axes: a.max(axes, keepdims=True),
    lambda a, axes: abs(a).max(axes, keepdims=True),
    lambda a, axes: a.mean(axes, keepdims=True),
    lambda a, axes: abs(a).sum(axes, keepdims=True),
    lambda a, axes: np.sqrt((a * a).sum(axes, keepdims=True)),
    lambda a, axes: np.where(a == 0, 1, a).prod(axes, keepdims=True),
]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("axes", [(0, 1, 2, 3), (0, 2), (3,), (1,)])
def test_reductions(net: Layers, dtype: str, axes: tuple[int, ...]) -> None:
    a = numbers(SHAPE, dtype)
    a[0, 0, 0, 0] = 0
    small = tuple(1 if d in axes else size for d, size in enumerate(SHAPE))
    half, two = (
        (DOUBLE(0.5), DOUBLE(2)) if dtype == "f8" else (ctypes.c_float(0.5), ctypes.c_float(2))
    )
    for code, function in enumerate(REDUCTIONS[: 8 if net.is_hip else 9]):
        how, made = net.made("ReduceTensor"), net.empty(small, dtype)
        wants = int(code in (2, 3, 4))
        assert net("SetReduceTensorDescriptor", how, code, 0, 1, wants, 0) == 0
        place, size = net.place(a, dtype, last=True), ctypes.c_size_t(9)
        described = place.descriptor, made.descriptor, ctypes.byref(size)
        net.call("GetReductionIndicesSize", how, *described)
        assert size.value == wants * 4 * int(np.prod(small))
        indices = np.full(small, -1, "i4")
        net.call("ReduceTensor", how, ctypes.c_void_p(indices.ctypes.data), size, None,
                 ctypes.c_size_t(0), ctypes.byref(half), *place.pair, ctypes.byref(two),
                 *made.pair)  # fmt: skip
        assert_close(made.values(), 0.5 * function(a, axes) + 14, abs(a).sum() + 14, dtype)
        if wants:
            order = [*(d for d in range(4) if d not in axes), *axes]
            rows = a.transpose(order).reshape(*(SHAPE[d] for d in order[: 4 - len(axes)]), -1)
            best = {2: rows.argmin(-1), 3: rows.argmax(-1), 4: abs(rows).argmax(-1)}[code]
            assert (indices.reshape(-1) == best.reshape(-1)).all()


@pytest.mark.parametrize("size", [1, 4, 5])
def test_local_response(net: Layers, size: int) -> None:
    shape, alpha, beta, k = (2, 7, 2, 3), 0.3, 0.75, 1.5
    x, dy = numbers(shape, "f8"), numbers(shape, "f8", 4)

    def response(x: Any) -> Any:
        base = np.zeros(shape)
        for c in range(shape[1]):
            first = c - (size - 1) // 2
            part = x[:, max(0, first) : first + size]
            base[:, c] = k + alpha / size * (part * part).sum(1)
        return x * base**-beta

    how = net.made("LRN")
    words = [ctypes.c_uint(size), DOUBLE(alpha), DOUBLE(beta), DOUBLE(k)]
    assert net("SetLRNDescriptor", how, *([1] if net.is_hip else []), *words) == 0
    place, y, dx = net.place(x, "f8"), net.empty(shape, "f8"), net.empty(shape, "f8")
    one, zero = net.factor(1, "f8"), net.factor(0, "f8")
    name, mode = ("LRN", ()) if net.is_hip else ("LRNCrossChannel", (0,))
    more = (True, None) if net.is_hip else ()
    net.call(f"{name}Forward", how, *mode, one, *place.pair, zero, *y.pair, *more)
    assert abs(y.values() - response(x)).max() < 1e-14
    net.call(f"{name}Backward", how, *mode, one, *y.pair, *net.place(dy, "f8").pair, *place.pair,
             zero, *dx.pair, *more[1:])  # fmt: skip
    step = 1e-6
    exact = np.zeros(shape)
    for place_ in np.ndindex(*shape):
        move = np.zeros(shape)
        move[place_] = step
        exact[place_] = ((response(x + move) - response(x - move)) / (2 * step) * dy).sum()
    assert abs(dx.values() - exact).max() < 1e-8
