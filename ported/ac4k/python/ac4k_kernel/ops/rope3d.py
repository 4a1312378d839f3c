"""Rotary position embedding over frames, lines and columns."""

from __future__ import annotations

from torch import Tensor

from ac4k_kernel.extension import kernels


def rope3d(
    x: Tensor,
    cosines: Tensor,
    sines: Tensor,
    grid: tuple[int, int, int],
    pairs: tuple[int, int] | None = None,
) -> Tensor:
    """Turn the pairs (2i, 2i + 1) of every head by the angles of the token's place in a grid.

    Args:
        x: (batch, tokens, heads, dim), contiguous. Tokens behind the grid's end are copied.
        cosines: float32, (positions, dim / 2): column i is for pair i, at each position.
        sines: the same of the sines.
        grid: frames, height and width; token (f * height + h) * width + w is the cell (f, h, w).
        pairs: how many pairs turn by the frame and by the line; the others turn by the column. By
            default a third each, the rest going to the frame.
    """
    half = x.shape[-1] // 2
    frame_pairs, height_pairs = pairs or (half - 2 * (half // 3), half // 3)
    return kernels.rope3d(x, cosines, sines, *grid, frame_pairs, height_pairs)
