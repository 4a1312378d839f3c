"""Batch normalisations with a descriptor for each parameter, and cuDNN's for inference."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .dnn_batches import EPSILON, SHAPE, Batch, assert_trained
from .dnn_calls import FLOATS, Layers, assert_close

pytestmark = pytest.mark.toolchain

DOUBLE = ctypes.c_double
BAD = 2000


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("last", [False, True])
def test_miopens_with_a_descriptor_for_each(
    dnn: ctypes.CDLL, dtype: str, mode: int, last: bool
) -> None:
    net, batch = Layers(dnn, "miopen"), Batch(dtype, mode)
    kind, small = batch.kind, batch.scale.shape
    x, y = net.place(batch.x, dtype, last=last), net.empty(SHAPE, dtype, last=last)
    scale, bias = (net.place(one, kind) for one in (batch.scale, batch.bias))
    mean, variance = (net.place(one, kind) for one in (batch.mean, batch.variance))
    how = [one.descriptor for one in (scale, bias, mean, variance)]
    one, zero, epsilon = net.factor(1, dtype), net.factor(0, dtype), DOUBLE(EPSILON)
    running = [net.place(np.full(small, start), kind) for start in (1.0, 2.0)]
    saved = [net.empty(small, kind) for _ in range(2)]
    net.call("BatchNormalizationForwardTraining_V2", mode, one, zero, *x.pair, *y.pair, *how,
             scale.at, bias.at, DOUBLE(0.25), *(each.at for each in running), epsilon,
             *(each.at for each in saved))  # fmt: skip
    assert_trained(batch, y, running, saved, dtype)

    inferred = net.empty(SHAPE, dtype, last=last)
    net.call("BatchNormalizationForwardInference_V2", mode, one, zero, *x.pair, *inferred.pair,
             *how, scale.at, bias.at, mean.at, variance.at, epsilon)  # fmt: skip
    assert_close(inferred.values(), batch.y, 20, dtype)

    dy, dx = net.place(batch.dy, dtype, last=last), net.empty(SHAPE, dtype, last=last)
    dscale, dbias = net.empty(small, kind), net.empty(small, kind)
    half, two = net.factor(0.5, dtype), net.factor(2, dtype)
    net.call("BatchNormalizationBackward_V2", mode, one, zero, half, two, *x.pair, *dy.pair,
             *dx.pair, *how, scale.at, dscale.at, dbias.at, epsilon,
             *(each.at for each in saved))  # fmt: skip
    exact = batch.gradients(batch.dy)
    assert_close(dx.values(), exact[0], 200, dtype)
    assert_close(dscale.values(), 0.5 * exact[1] + 14, 60, kind)
    assert_close(dbias.values(), 0.5 * exact[2] + 14, 60, kind)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("operation", [0, 1, 2])
def test_cudnns_inference(dnn: ctypes.CDLL, dtype: str, mode: int, operation: int) -> None:
    net, batch = Layers(dnn, "cudnn"), Batch(dtype, mode)
    kind, relu = batch.kind, net.made("Activation")
    assert net("SetActivationDescriptor", relu, 1, 1, DOUBLE(0)) == 0
    x, z, y = net.place(batch.x, dtype), net.place(batch.z, dtype), net.empty(SHAPE, dtype)
    outer, inner = net.made("Tensor"), net.made("Tensor")
    derive = "DeriveNormTensorDescriptor"
    assert net(derive, outer, inner, x.descriptor, mode, 1) == 0
    assert_shape(net, outer, kind, batch.scale.shape)
    assert_shape(net, inner, kind, batch.scale.shape)
    assert net(derive, outer, inner, x.descriptor, 7, 1) == BAD
    assert net(derive, outer, inner, x.descriptor, mode, 2) == BAD  # groups are not offered
    assert net(derive, outer, inner, net.made("Tensor"), mode, 1) == BAD
    scale, bias, mean, variance = (
        net.place(one, kind) for one in (batch.scale, batch.bias, batch.mean, batch.variance)
    )
    half, two = net.factor(0.5, dtype), net.factor(2, dtype)
    words = (mode, operation, 0, half, two, *x.pair, outer, scale.at, bias.at, inner, mean.at,
             variance.at, *z.pair, relu, *y.pair, DOUBLE(EPSILON))  # fmt: skip
    net.call("NormalizationForwardInference", *words, 1)
    exact = batch.y + (batch.z if operation == 2 else 0)
    exact = np.maximum(0, exact) if operation else exact
    assert_close(y.values(), 0.5 * exact + 14, 20, dtype)
    assert net("NormalizationForwardInference", net.handle, *words, 2) == BAD


def assert_shape(
    net: Layers, descriptor: ctypes.c_void_p, kind: str, shape: tuple[int, ...]
) -> None:
    told = [ctypes.c_int() for _ in range(9)]
    assert net("GetTensor4dDescriptor", descriptor, *map(ctypes.byref, told)) == 0
    numbers = [one.value for one in told]
    assert numbers[0] == (1 if kind == "f8" else 0)
    assert tuple(numbers[1:5]) == shape
    assert numbers[5:] == [shape[1] * shape[2] * shape[3], shape[2] * shape[3], shape[3], 1]


@pytest.mark.parametrize("name", ["BatchNormalization", "Normalization"])
@pytest.mark.parametrize("operation", [0, 1, 2])
def test_areas_of_cudnns_training(dnn: ctypes.CDLL, name: str, operation: int) -> None:
    """What training and its gradients ask for they take, and make what they make of none."""
    net, mode, batch = Layers(dnn, "cudnn"), 1, Batch("f4", 1)
    is_batch, small, relu = name.startswith("Batch"), batch.scale.shape, net.made("Activation")
    assert net("SetActivationDescriptor", relu, 1, 1, DOUBLE(0)) == 0
    x, z, dy = (net.place(one, "f4") for one in (batch.x, batch.z, batch.dy))
    y, dx, dz = (net.empty(SHAPE, "f4") for _ in range(3))
    outer, inner = net.made("Tensor"), net.made("Tensor")
    assert net("DeriveNormTensorDescriptor", outer, inner, x.descriptor, mode, 1) == 0
    scale, bias = net.place(batch.scale, "f4"), net.place(batch.bias, "f4")
    dscale, dbias = net.empty(small, "f4"), net.empty(small, "f4")
    tensors = [one.descriptor for one in (x, z, y, dy, dz, dx)]
    front, back = ((mode, operation), ()) if is_batch else ((mode, operation, 0), (1,))
    end, means = ("Ex", []) if is_batch else ("", [inner])

    def area(question: str, *words: Any) -> tuple[Any, ctypes.c_size_t]:
        kind, size = "ReserveSpace" if question == "Training" else "Workspace", ctypes.c_size_t(99)
        asked = f"Get{name}{question}{end}{kind}Size"
        net.call(asked, *front, *words, ctypes.byref(size), *back)
        assert size.value < 99
        assert net(asked, net.handle, *front, *words, None, *back) == BAD
        return (ctypes.c_uint8 * (size.value + 1))(), size

    xs, zs, ys, dys, dzs, dxs = tensors
    work = area("ForwardTraining", xs, zs, ys, outer, relu, *means)
    back_work = area("Backward", xs, ys, dys, dzs, dxs, outer, relu, *means)
    reserve = area("Training", relu, xs)
    one, zero, none = net.factor(1, "f4"), net.factor(0, "f4"), (None, None)
    given = (outer, scale.at, bias.at)
    moving = (DOUBLE(1), *means, *none, DOUBLE(EPSILON), *none)
    if is_batch:
        words = (*x.pair, *z.pair, *y.pair, *given, *moving, relu, *work, *reserve)
    else:
        words = (*x.pair, *given, *moving, relu, *z.pair, *y.pair, *work, *reserve, 1)
    net.call(f"{name}ForwardTraining{end}", *front, one, zero, *words)
    exact = batch.y + (batch.z if operation == 2 else 0)
    exact = np.maximum(0, exact) if operation else exact
    assert_close(y.values(), exact, 3, "f4")
    pairs = [word for each in (x, y, dy, dz, dx) for word in each.pair]
    made = (*given, dscale.at, dbias.at, DOUBLE(EPSILON), *means, *none, relu)
    net.call(f"{name}Backward{end}", *front, one, zero, one, zero, *pairs, *made, *back_work,
             *reserve, *back)  # fmt: skip
    inner_dy = batch.dy * (exact > 0) if operation else batch.dy
    for found, wanted in zip((dx, dscale, dbias), batch.gradients(inner_dy), strict=True):
        assert_close(found.values(), wanted, 60, "f4")
