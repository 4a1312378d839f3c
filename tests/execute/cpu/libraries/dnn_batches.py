"""Batches, their parameters, and what NumPy makes of them in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dnn_calls import Layers, Placed, assert_close, numbers

SHAPE = (3, 4, 2, 5)
EPSILON = 1e-3


class Batch:
    """A batch, its parameters, and what normalising it makes.

    Args:
        dtype: of the elements.
        mode: 0 for each element of a member, 1 for each channel.
    """

    def __init__(self, dtype: str, mode: int) -> None:
        self.axes = (0, 2, 3) if mode else (0,)
        small = tuple(1 if d in self.axes else size for d, size in enumerate(SHAPE))
        self.kind = "f8" if dtype == "f8" else "f4"
        self.x, self.dy, self.z = (numbers(SHAPE, dtype, seed) for seed in (3, 4, 5))
        self.scale, self.bias = (numbers(small, self.kind, seed) for seed in (6, 7))
        self.mean = self.x.mean(self.axes, keepdims=True)
        self.variance = self.x.var(self.axes, keepdims=True)
        self.normal = (self.x - self.mean) / np.sqrt(self.variance + EPSILON)
        self.y = self.scale * self.normal + self.bias

    def gradients(self, dy: Any) -> tuple[Any, Any, Any]:
        """Return those of the batch, the factors and the sums."""
        scale = (dy * self.normal).sum(self.axes, keepdims=True)
        bias = dy.sum(self.axes, keepdims=True)
        count = dy.size / scale.size
        inner = dy - (bias + self.normal * scale) / count
        return self.scale / np.sqrt(self.variance + EPSILON) * inner, scale, bias


def derived(net: Layers, x: Placed, mode: int, small: tuple[int, ...], kind: str) -> Any:
    """Return the descriptor of parameters; MIOpen derives floats alone."""
    if net.is_hip and kind == "f8":
        return net.described(small, kind)
    made = net.made("Tensor")
    assert net("DeriveBNTensorDescriptor", made, x.descriptor, mode) == 0
    return made


def assert_trained(
    batch: Batch, y: Placed, running: list[Placed], saved: list[Placed], dtype: str
) -> None:
    """Compare what normalising a batch gives with NumPy's.

    Args:
        batch: the batch.
        y: the normalised elements.
        running: mean and variance, which were 1 and 2 before and to which a fourth is added.
        saved: mean, and one over the deviation.
        dtype: of the elements.
    """
    assert_close(y.values(), batch.y, 3, dtype)
    count = batch.x.size / batch.scale.size
    sample = batch.variance * count / (count - 1)
    assert_close(running[0].values(), 0.75 + 0.25 * batch.mean, 1, batch.kind)
    assert_close(running[1].values(), 1.5 + 0.25 * sample, 1, batch.kind)
    assert_close(saved[0].values(), batch.mean, 1, batch.kind)
    deviation = 1 / np.sqrt(batch.variance + EPSILON)
    assert_close(saved[1].values(), deviation, 1, batch.kind, 64)
