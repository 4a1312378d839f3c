"""Normalisations of MIOpen and cuDNN beside NumPy's in double precision."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from .dnn_batches import EPSILON, SHAPE, Batch, assert_trained, derived
from .dnn_calls import FLOATS, VENDORS, Layers, assert_close, numbers

pytestmark = pytest.mark.toolchain

DOUBLE = ctypes.c_double


@pytest.fixture(params=VENDORS)
def net(request: pytest.FixtureRequest, dnn: ctypes.CDLL) -> Layers:
    return Layers(dnn, str(request.param))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("last", [False, True])
def test_batches(net: Layers, dtype: str, mode: int, last: bool) -> None:
    batch = Batch(dtype, mode)
    kind, small = batch.kind, batch.scale.shape
    x, y = net.place(batch.x, dtype, last=last), net.empty(SHAPE, dtype, last=last)
    how = derived(net, x, mode, small, kind)
    scale, bias = (net.place(one, kind) for one in (batch.scale, batch.bias))
    running = [net.place(np.full(small, start), kind) for start in (1.0, 2.0)]
    saved = [net.empty(small, kind) for _ in range(2)]
    one, zero = net.factor(1, dtype), net.factor(0, dtype)
    net.call("BatchNormalizationForwardTraining", mode, one, zero, *x.pair, *y.pair, how,
             scale.at, bias.at, DOUBLE(0.25), running[0].at, running[1].at, DOUBLE(EPSILON),
             saved[0].at, saved[1].at)  # fmt: skip
    assert_trained(batch, y, running, saved, dtype)

    inferred = net.empty(SHAPE, dtype, last=last)
    given = net.place(batch.mean, kind), net.place(batch.variance, kind)
    net.call("BatchNormalizationForwardInference", mode, one, zero, *x.pair, *inferred.pair, how,
             scale.at, bias.at, given[0].at, given[1].at, DOUBLE(EPSILON))  # fmt: skip
    assert_close(inferred.values(), batch.y, 20, dtype)

    for kept in ([one.at for one in saved], [None, None]):
        dx, dscale, dbias = net.empty(SHAPE, dtype), net.empty(small, kind), net.empty(small, kind)
        half, two = net.factor(0.5, dtype), net.factor(2, dtype)
        net.call("BatchNormalizationBackward", mode, one, zero, half, two, *x.pair,
                 *net.place(batch.dy, dtype).pair, *dx.pair, how, scale.at, dscale.at, dbias.at,
                 DOUBLE(EPSILON), *kept)  # fmt: skip
        exact = batch.gradients(batch.dy)
        assert_close(dx.values(), exact[0], 200, dtype)
        assert_close(dscale.values(), 0.5 * exact[1] + 14, 60, kind)
        assert_close(dbias.values(), 0.5 * exact[2] + 14, 60, kind)


@pytest.mark.parametrize("operation", [0, 1, 2])
@pytest.mark.parametrize("name", ["BatchNormalization", "Normalization"])
def test_cudnns_sums_and_activations(dnn: ctypes.CDLL, operation: int, name: str) -> None:
    net, dtype, mode = Layers(dnn, "cudnn"), "f4", 1
    batch = Batch(dtype, mode)
    small = batch.scale.shape
    relu, is_batch = net.made("Activation"), name.startswith("Batch")
    assert net("SetActivationDescriptor", relu, 1, 1, DOUBLE(0)) == 0
    x, z, dy = (net.place(one, dtype) for one in (batch.x, batch.z, batch.dy))
    y, dx, dz = (net.empty(SHAPE, dtype) for _ in range(3))
    how = derived(net, x, mode, small, "f4")
    scale, bias = net.place(batch.scale, "f4"), net.place(batch.bias, "f4")
    dscale, dbias = net.empty(small, "f4"), net.empty(small, "f4")
    one, zero = net.factor(1, dtype), net.factor(0, dtype)
    none, work = (None, None), (None, ctypes.c_size_t(0), None, ctypes.c_size_t(0))
    inside, parameters = (*x.pair,), (how, scale.at, bias.at)
    moving = (DOUBLE(1), *([] if is_batch else [how]), *none, DOUBLE(EPSILON), *none)
    if is_batch:
        words = (*inside, *z.pair, *y.pair, *parameters, *moving, relu, *work)
        net.call("BatchNormalizationForwardTrainingEx", mode, operation, one, zero, *words)
    else:
        words = (*inside, *parameters, *moving, relu, *z.pair, *y.pair, *work, 1)
        net.call("NormalizationForwardTraining", mode, operation, 0, one, zero, *words)
    exact = batch.y + (batch.z if operation == 2 else 0)
    exact = np.maximum(0, exact) if operation else exact
    assert_close(y.values(), exact, 3, dtype)

    factors = one, zero, one, zero
    tensors = [word for each in (x, y, dy, dz, dx) for word in each.pair]
    made = (*parameters, dscale.at, dbias.at, DOUBLE(EPSILON), *([] if is_batch else [how]))
    more, behind = ((), ()) if is_batch else ((0,), (1,))
    full = "BatchNormalizationBackwardEx" if is_batch else "NormalizationBackward"
    net.call(full, mode, operation, *more, *factors, *tensors, *made, *none, relu, *work, *behind)
    inner = batch.dy * (exact > 0) if operation else batch.dy
    for found, wanted in zip((dx, dscale, dbias), batch.gradients(inner), strict=True):
        assert_close(found.values(), wanted, 60, dtype)
    if operation == 2:
        assert_close(dz.values(), inner, 1, dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mode", [0, 1])
def test_miopens_layers(dnn: ctypes.CDLL, dtype: str, mode: int) -> None:
    net, first = Layers(dnn, "miopen"), 2
    x, added = numbers(SHAPE, dtype), numbers(SHAPE, dtype, 9)
    weight, bias = (numbers(SHAPE[first:], dtype, seed) for seed in (4, 5))
    epsilon = ctypes.c_float(EPSILON)
    given = [net.place(one, dtype) for one in (x, added, weight, bias)]
    for names in (["LayerNorm"], ["AddLayerNorm"]):
        total = x + (added if names[0] == "AddLayerNorm" else 0)
        mean = total.mean((2, 3), keepdims=True)
        deviation = 1 / np.sqrt(total.var((2, 3), keepdims=True) + float(epsilon.value))
        exact = (total - mean) * deviation
        exact = exact * weight + bias if mode else exact
        y, means, deviations = net.empty(SHAPE, dtype), *(net.empty((3, 4), dtype) for _ in "md")
        chosen = given if names[0] == "AddLayerNorm" else [given[0], *given[2:]]
        words = [word for each in chosen for word in each.pair]
        more = [word for each in (y, means, deviations) for word in each.pair]
        net.call(f"{names[0]}Forward", mode, *words, epsilon, first, *more)
        assert_close(y.values(), exact, 20, dtype)
        assert_close(means.values(), mean[:, :, 0, 0], 2, dtype)
        assert_close(deviations.values(), deviation[:, :, 0, 0], 20, dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_miopens_groups_of_channels_and_root_mean_squares(dnn: ctypes.CDLL, dtype: str) -> None:
    net, epsilon = Layers(dnn, "miopen"), ctypes.c_float(EPSILON)
    x = numbers(SHAPE, dtype)
    weight, bias = (numbers((4,), dtype, seed) for seed in (4, 5))
    given = [word for one in (x, weight, bias) for word in net.place(one, dtype).pair]
    y, means, deviations = net.empty(SHAPE, dtype), *(net.empty((3, 2), dtype) for _ in "md")
    made = [word for each in (y, means, deviations) for word in each.pair]
    net.call("GroupNormForward", 1, *given, ctypes.c_uint64(2), epsilon, *made)
    rows = x.reshape(3, 2, -1)
    mean = rows.mean(-1, keepdims=True)
    deviation = 1 / np.sqrt(rows.var(-1, keepdims=True) + float(epsilon.value))
    exact = ((rows - mean) * deviation).reshape(SHAPE)
    exact = exact * weight.reshape(1, 4, 1, 1) + bias.reshape(1, 4, 1, 1)
    assert_close(y.values(), exact, 20, dtype)
    assert_close(means.values(), mean[..., 0], 2, dtype)
    assert_close(deviations.values(), deviation[..., 0], 20, dtype)

    weight = numbers((5,), dtype, 4)
    y, roots = net.empty(SHAPE, dtype), net.empty((3, 4, 2), dtype)
    net.call("T5LayerNormForward", 5, *given[:2], *net.place(weight, dtype).pair, epsilon,
             *y.pair, *roots.pair)  # fmt: skip
    root = 1 / np.sqrt((x * x).mean(-1, keepdims=True) + float(epsilon.value))
    assert_close(y.values(), x * root * weight, 20, dtype)
    assert_close(roots.values(), root[..., 0], 20, dtype)
