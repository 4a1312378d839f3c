"""Convolutions: cases, sums that NumPy adds in double precision, and descriptors of them."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from .dnn_calls import Layers, integers


class Case(NamedTuple):
    """A convolution: its tensors' sizes, and how the window moves."""

    x: tuple[int, ...]
    w: tuple[int, ...]
    groups: int
    pads: tuple[int, ...]
    steps: tuple[int, ...]
    dilations: tuple[int, ...]


CASES = {
    "plain": Case((2, 3, 6, 5), (4, 3, 3, 3), 1, (0, 0), (1, 1), (1, 1)),
    "grouped": Case((2, 4, 7, 6), (6, 2, 3, 2), 2, (1, 0), (2, 1), (1, 2)),
    "by depth": Case((1, 4, 5, 5), (8, 1, 3, 3), 4, (1, 1), (2, 2), (1, 1)),
    "of points": Case((2, 5, 3, 3), (4, 5, 1, 1), 1, (0, 0), (2, 2), (1, 1)),
    "solid": Case((1, 2, 4, 5, 3), (3, 2, 2, 3, 2), 1, (1, 0, 1), (1, 2, 1), (1, 1, 1)),
}


def convolved(case: Case, x: Any, w: Any) -> Any:
    """Return the correlation of doubles, by the place in the window."""
    spatial = range(len(case.pads))
    padded = np.pad(x, [(0, 0), (0, 0), *((pad, pad) for pad in case.pads)])
    reach = [(w.shape[d + 2] - 1) * case.dilations[d] for d in spatial]
    made = [(padded.shape[d + 2] - reach[d] - 1) // case.steps[d] + 1 for d in spatial]
    n, groups = x.shape[0], case.groups
    y = np.zeros((n, groups, w.shape[0] // groups, *made))
    filters = w.reshape(groups, -1, *w.shape[1:])
    for place in np.ndindex(*w.shape[2:]):
        starts = [place[d] * case.dilations[d] for d in spatial]
        moves = zip(starts, made, case.steps, strict=True)
        cut = tuple(
            slice(start, start + (size - 1) * step + 1, step) for start, size, step in moves
        )
        part = padded[(slice(None), slice(None), *cut)].reshape(n, groups, -1, *made)
        y += np.einsum("gkc,ngc...->ngk...", filters[(..., *place)], part)
    return y.reshape(n, w.shape[0], *made)


def back(of: Any, shape: tuple[int, ...], dy: Any) -> Any:
    """Return the gradient of a linear function, from what it makes of each unit vector."""
    rows = [of(unit.reshape(shape)) for unit in np.eye(int(np.prod(shape)))]
    return np.array([(row * dy).sum() for row in rows]).reshape(shape)


def described(net: Layers, case: Case, mode: int | None = None) -> ctypes.c_void_p:
    """Return the descriptor of a correlation, or of what else a mode says."""
    made = net.made("Convolution")
    words = [integers(part) for part in (case.pads, case.steps, case.dilations)]
    if net.is_hip:
        count = len(case.pads)
        assert net("InitConvolutionNdDescriptor", made, count, *words, mode or 0) == 0
    else:
        mode = 1 if mode is None else mode
        words = [made, len(case.pads), *words, mode, 0]
        assert net("SetConvolutionNdDescriptor", *words) == 0
    assert net("SetConvolutionGroupCount", made, case.groups) == 0
    return made
