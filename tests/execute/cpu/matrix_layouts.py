"""Matrices as lanes of a wave hold them, after AMD's manuals, and the formats of their elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SOURCE = Path(__file__).parent / "kernels" / "matrix.hip"
Array = np.ndarray


def bfloat16(values: Array) -> Array:
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def fnuz(mantissa: int, bias: int) -> Callable[[Array], Array]:
    """Encode small numbers exactly by looking them up among all codes of the format."""
    codes = np.arange(128)
    exponent, fraction = codes >> mantissa, codes & ((1 << mantissa) - 1)
    normal = np.ldexp(1 + fraction / (1 << mantissa), exponent - bias)
    table = np.where(exponent, normal, np.ldexp(fraction / (1 << mantissa), 1 - bias))

    def encode(values: Array) -> Array:
        place = np.searchsorted(table, np.abs(values))
        assert (table[place] == np.abs(values)).all()
        return (place | np.where(values < 0, 0x80, 0)).astype(np.uint8)

    return encode


def plain(dtype: type) -> Callable[[Array], Array]:
    return lambda values: values.astype(dtype)


E4M3, E5M2 = fnuz(3, 8), fnuz(2, 16)
#: What gfx12 has: one less in the bias, the rest as far as small numbers show.
OCP_E4M3, OCP_E5M2 = fnuz(3, 7), fnuz(2, 15)


@dataclass(frozen=True)
class Mfma:
    """D = A B + C on `blocks` blocks: rows and columns, depth, how A, B and D are stored."""

    name: str
    size: int
    depth: int
    blocks: int
    a: Callable[[Array], Array]
    b: Callable[[Array], Array]
    d: type = np.float32


def aligned(values: Array) -> Array:
    """Copy to memory aligned as vectors of up to 128 bytes must be."""
    memory = np.empty(values.nbytes + 128, np.uint8)
    start = -memory.ctypes.data % 128
    copy = memory[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def integers(seed: int, *shape: int) -> Array:
    """Small integers: every format holds them, and their sums, exactly."""
    return np.random.default_rng(seed).integers(-4, 5, shape)


def mfma_inputs(matrix: Array, blocks: int) -> Array:
    """Lay out A as [block, row, depth], or B as [block, column, depth]: [lane, element]."""
    edge, depth = matrix.shape[1:]
    if matrix.shape == (4, 4, 4):  # lane: depth, then block, then row
        return matrix.transpose(2, 0, 1).reshape(64, 1)
    if blocks > 1:  # lane: block, then row
        return matrix.reshape(64, depth)
    each = edge * depth // 64  # lane: group of depths, then row
    return matrix[0].reshape(edge, depth // each, each).transpose(1, 0, 2).reshape(64, each)


def mfma_outputs(matrix: Array, case: Mfma) -> Array:
    """Lay out C or D, [block, row, column], as [lane, element]."""
    if case.size == 4 and case.d is np.float64:  # lane: row, then block, then column
        return matrix.transpose(1, 0, 2).reshape(64, 1)
    if case.size == 4:  # lane: block, then column
        return matrix.transpose(0, 2, 1).reshape(64, 4)
    groups = 64 // case.size
    if case.d is np.float64:  # rows: element, then group
        parts = matrix.reshape(case.blocks, -1, groups, 1, case.size)
    else:  # rows: element / 4, then group, then four
        parts = matrix.reshape(case.blocks, -1, groups, 4, case.size)
    return parts.transpose(2, 4, 0, 1, 3).reshape(64, -1)


def wmma_outputs(matrix: Array) -> Array:
    """[row, column] as [lane, element]: rows are element, then half of the wave."""
    return matrix.reshape(8, 2, 16).transpose(1, 2, 0).reshape(32, 8)


def split_inputs(matrix: Array) -> Array:
    """RDNA 4: A is [row, depth], B [column, depth]; the halves of the wave share the depth."""
    return matrix.reshape(16, 2, -1).transpose(1, 0, 2).reshape(32, -1)


def split_outputs(matrix: Array) -> Array:
    """RDNA 4: [row, column] as [lane, element]: rows are half of the wave, then element."""
    return matrix.reshape(2, 8, 16).transpose(0, 2, 1).reshape(32, 8)


@dataclass(frozen=True)
class Sparse:
    """A matrix of which two in every four elements in a row are not zero.

    Args:
        dense: [row, depth].
        kept: [row, depth / 2], the others left out.
        places: [row, depth / 2], where they were among their four.
    """

    dense: Array
    kept: Array
    places: Array

    @classmethod
    def random(cls, seed: int, rows: int, depth: int) -> Sparse:
        """Small integers at random places."""
        random = np.random.default_rng(seed)
        order = random.permuted(np.tile(np.arange(4), (rows, depth // 4, 1)), axis=2)[..., :2]
        places = np.sort(order, axis=2)
        kept = random.integers(-4, 5, places.shape)
        dense = np.zeros((rows, depth // 4, 4), kept.dtype)
        np.put_along_axis(dense, places, kept, axis=2)
        flat = (rows, depth // 2)
        return cls(dense.reshape(rows, depth), kept.reshape(flat), places.reshape(flat))

    def lanes(self, matrix: Array, count: int) -> Array:
        """Lay `kept` or `places` out as [lane, element]."""
        rows, stored = matrix.shape
        groups = count // rows
        return matrix.reshape(rows, groups, stored // groups).transpose(1, 0, 2).reshape(count, -1)

    def index(self, count: int, first_bit: int = 0) -> Array:
        """What each of `count` lanes brings as index: two bits an element."""
        places = self.lanes(self.places, count).astype(np.uint32)
        shifts = 2 * np.arange(places.shape[1], dtype=np.uint32) + first_bit
        return np.bitwise_or.reduce(places << shifts, axis=1).astype(np.uint32)
