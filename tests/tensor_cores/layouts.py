"""Which element of a matrix a lane's element `i` is, as the PTX ISA lists it shape by shape.

Each function takes the lanes (an array) and an index, and returns row and column.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Array = np.ndarray
Layout = Callable[[Array, int], tuple[Array, Array]]


def _a(lane: Array, i: int, *, bits: int, rows: int, depth: int) -> tuple[Array, Array]:
    """Fragment A of m8n8k*, m16n8k*: groups of four lanes have a row in common."""
    group, thread = lane >> 2, lane % 4
    if rows == 8:  # one register a lane
        return group, thread * (32 // bits if bits < 64 else 1) + i
    if bits == 64:
        return group + (0 if i % 2 == 0 else 8), thread + 4 * (i // 2)
    if bits == 32:
        return group + (0 if i in (0, 2) else 8), thread + (0 if i < 2 else 4)
    if bits == 16:
        return (
            group + (0 if i < 2 or 4 <= i < 6 else 8),
            thread * 2 + (i & 1) + (0 if i < 4 else 8),
        )
    if bits == 8:
        return (
            group + (0 if i < 4 or 8 <= i < 12 else 8),
            thread * 4 + (i & 3) + (0 if i < 8 else 16),
        )
    return (
        group + (0 if i < 8 or 16 <= i < 24 else 8),
        thread * 8 + (i & 7) + (0 if i < 16 else 32),
    )


def _b(lane: Array, i: int, *, bits: int) -> tuple[Array, Array]:
    """Fragment B: the group is the column."""
    group, thread = lane >> 2, lane % 4
    if bits == 64:
        return thread + 4 * i, group
    if bits == 32:
        return thread + (0 if i == 0 else 4), group
    each = 32 // bits
    return thread * each + i % each + i // each * 4 * each, group


def _c(lane: Array, i: int) -> tuple[Array, Array]:
    """Fragments C and D."""
    return (lane >> 2) + (0 if i < 2 else 8), lane % 4 * 2 + (i & 1)


def _quad_a(lane: Array, i: int, *, is_columns: bool) -> tuple[Array, Array]:
    """Fragment A of m8n8k4 in half precision."""
    half = np.where(lane < 16, 0, 4)
    if is_columns:
        return i % 4 + half, lane % 4
    return lane % 4 + half, 0 * lane + i


def _quad_b(lane: Array, i: int, *, is_columns: bool) -> tuple[Array, Array]:
    half = np.where(lane < 16, 0, 4)
    if is_columns:
        return 0 * lane + i, lane % 4 + half
    return lane % 4, i + half


def _quad_c(lane: Array, i: int, *, kind: str) -> tuple[Array, Array]:
    half = np.where(lane < 16, 0, 4)
    if kind == "f16":
        return lane % 4 + half, 0 * lane + i
    return (lane & 1) + (i & 2) + half, (i & 4) + (lane & 2) + (i & 1)


def a_layout(shape: tuple[int, int, int], bits: int) -> Layout:
    """Return the layout of A for elements of `bits`."""
    return lambda lane, i: _a(lane, i, bits=bits, rows=shape[0], depth=shape[2])


def b_layout(bits: int) -> Layout:
    """Return the layout of B for elements of `bits`."""
    return lambda lane, i: _b(lane, i, bits=bits)


def c_layout() -> Layout:
    """Return the layout of C and D."""
    return _c


def quad_layouts(a: str, b: str, c: str, d: str) -> tuple[Layout, Layout, Layout, Layout]:
    """Return the layouts of A, B, C and D of m8n8k4 with half precision, by their attributes."""
    return (
        lambda lane, i: _quad_a(lane, i, is_columns=a == "col"),
        lambda lane, i: _quad_b(lane, i, is_columns=b == "col"),
        lambda lane, i: _quad_c(lane, i, kind=c),
        lambda lane, i: _quad_c(lane, i, kind=d),
    )
