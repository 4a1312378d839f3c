"""Matrices of rectangular blocks in hipSPARSE's and cuSPARSE's older interface."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import LETTERS, Generic, Lines, at, kind, numbers, sparse

pytestmark = pytest.mark.toolchain

ROWS, COLUMNS = 6, 8
#: Heights and widths of blocks, of which the last do not divide the matrix.
SHAPES = [(2, 4), (3, 2), (4, 3)]
VARIANTS = [(0, 0), (0, 1), (1, 0), (1, 1)]  # direction, base


class Blocks:
    """A matrix in blocks, as a library takes and gives it."""

    def __init__(self, offsets: Any, height: int, width: int, dtype: str, base: int) -> None:
        count = int(offsets[-1]) - base
        self.offsets, self.base, self.count = offsets, base, count
        self.indices = np.zeros(count, "i4")
        self.values = np.full((count, height, width), 7, dtype)

    def dense(self, columns: int, direction: int) -> Any:
        _, height, width = self.values.shape
        made = np.zeros(((len(self.offsets) - 1) * height, columns * width), self.values.dtype)
        for row, (first, last) in enumerate(np.stack([self.offsets[:-1], self.offsets[1:]], 1)):
            for i in range(first - self.base, last - self.base):
                column = self.indices[i] - self.base
                stored = self.values[i]
                content = stored.reshape(width, height).T if direction else stored
                made[row * height :, column * width :][:height, :width] = content
        return made


def ceiling(number: int, part: int) -> int:
    return -(-number // part)


def sized(old: Generic, name: str, *words: Any) -> Any:
    """Return a work area of the size that a function asks for."""
    is_wide = old.prefix == "hipsparse" and "gebsr2gebsr" not in name
    size = ctypes.c_size_t() if is_wide else ctypes.c_int()
    old.call(name, *words, ctypes.byref(size))
    assert size.value > 0
    return np.zeros(size.value, "u1")


def made_of(old: Generic, letter: str, dense: Any, shape: tuple[int, int], direction: int,
            base: int) -> Blocks:  # fmt: skip
    """Return blocks that the library makes of a dense matrix's compressed rows."""
    height, width = shape
    lines = Lines(dense, "i4", 1 - base)
    offsets, total = np.zeros(ceiling(ROWS, height) + 1, "i4"), ctypes.c_int()
    words = (direction, ROWS, COLUMNS, kind(old, 1 - base))
    arrays = (at(lines.values), at(lines.offsets), at(lines.indices))
    area = sized(old, f"{letter}csr2gebsr_bufferSize", *words, *arrays, *shape)
    old.call("Xcsr2gebsrNnz", *words, *arrays[1:], kind(old, base), at(offsets), *shape,
             ctypes.byref(total), at(area))  # fmt: skip
    assert offsets[-1] - base == total.value
    blocks = Blocks(offsets, height, width, LETTERS[letter], base)
    old.call(f"{letter}csr2gebsr", *words, *arrays, kind(old, base), at(blocks.values),
             at(offsets), at(blocks.indices), *shape, at(area))  # fmt: skip
    return blocks


def filled(dense: Any, shape: tuple[int, int]) -> int:
    """Return how many blocks of a shape have an element."""
    rows, columns = np.nonzero(dense)
    return len(set(zip(rows // shape[0], columns // shape[1], strict=True)))


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("direction", "base"), VARIANTS)
def test_rows_and_blocks(old: Generic, letter: str, direction: int, base: int) -> None:
    dense = sparse((ROWS, COLUMNS), LETTERS[letter])
    for height, width in SHAPES:
        blocks = made_of(old, letter, dense, (height, width), direction, base)
        assert blocks.count == filled(dense, (height, width))
        wide = ceiling(COLUMNS, width)
        assert (blocks.dense(wide, direction)[:ROWS, :COLUMNS] == dense).all()

        rows = ceiling(ROWS, height)
        back = Lines(np.full((rows * height, wide * width), 9, dense.dtype))  # room enough
        words = (direction, rows, wide, kind(old, base))
        where = (at(blocks.offsets), at(blocks.indices), height, width, kind(old, 1))
        old.call(f"{letter}gebsr2csr", *words, at(blocks.values), *where, at(back.values),
                 at(back.offsets), at(back.indices))  # fmt: skip
        made = np.zeros((rows * height, wide * width), dense.dtype)
        for row in range(rows * height):
            own = slice(back.offsets[row] - 1, back.offsets[row + 1] - 1)
            made[row, back.indices[own] - 1] = back.values[own]
        assert (made[:ROWS, :COLUMNS] == dense).all() and not made[ROWS:].any()
        assert back.offsets[-1] - 1 == blocks.values.size
        if old.prefix == "cusparse":
            offsets, indices = np.zeros_like(back.offsets), np.zeros_like(back.indices)
            old.call("Xgebsr2csr", *words, *where, at(offsets), at(indices))
            assert (offsets == back.offsets).all()
            assert (indices[: blocks.values.size] == back.indices[: blocks.values.size]).all()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("direction", "base"), VARIANTS)
def test_blocks_of_another_shape(old: Generic, letter: str, direction: int, base: int) -> None:
    dense = sparse((ROWS, COLUMNS), LETTERS[letter])
    for before, after in product(SHAPES[:2], SHAPES):
        given = made_of(old, letter, dense, before, direction, base)
        rows, columns = ROWS // before[0], COLUMNS // before[1]
        offsets, total = np.zeros(ceiling(ROWS, after[0]) + 1, "i4"), ctypes.c_int()
        words = (direction, rows, columns, given.count, kind(old, base))
        arrays = (at(given.values), at(given.offsets), at(given.indices), *before)
        area = sized(old, f"{letter}gebsr2gebsr_bufferSize", *words, *arrays, *after)
        old.call("Xgebsr2gebsrNnz", *words, *arrays[1:], kind(old, 1 - base), at(offsets), *after,
                 ctypes.byref(total), at(area))  # fmt: skip
        blocks = Blocks(offsets, *after, LETTERS[letter], 1 - base)
        assert blocks.count == total.value >= filled(dense, after)
        old.call(f"{letter}gebsr2gebsr", *words, *arrays, kind(old, 1 - base), at(blocks.values),
                 at(offsets), at(blocks.indices), *after, at(area))  # fmt: skip
        made = blocks.dense(ceiling(COLUMNS, after[1]), direction)
        assert (made[:ROWS, :COLUMNS] == dense).all() and not made[ROWS:].any()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
def test_columns_of_blocks(old: Generic, letter: str, base: int) -> None:
    """The blocks change places, their content stays as it is."""
    shape, dense = (3, 2), sparse((ROWS, COLUMNS), LETTERS[letter])
    given = made_of(old, letter, dense, shape, 0, base)
    rows, columns = ROWS // 3, COLUMNS // 2
    words = (rows, columns, given.count, at(given.values), at(given.offsets), at(given.indices))
    area = sized(old, f"{letter}gebsr2gebsc_bufferSize", *words, *shape)
    made = Blocks(np.full(columns + 1, given.count + base, "i4"), *shape, LETTERS[letter], base)
    old.call(f"{letter}gebsr2gebsc", *words, *shape, at(made.values), at(made.indices),
             at(made.offsets), 1, base, at(area))  # fmt: skip
    made_rows = made.dense(rows, 0).reshape(columns, 3, rows, 2)
    assert (made_rows.transpose(2, 1, 0, 3).reshape(ROWS, COLUMNS) == dense).all()
    made.values[:] = 5
    old.call(f"{letter}gebsr2gebsc", *words, *shape, at(made.values), at(made.indices),
             at(made.offsets), 0, base, at(area))  # fmt: skip
    assert (made.values == 5).all()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("direction", "base"), VARIANTS)
def test_products_under_a_mask(old: Generic, letter: str, direction: int, base: int) -> None:
    dtype, block = LETTERS[letter], 2
    dense = sparse((ROWS, COLUMNS), dtype)
    blocks = made_of(old, letter, dense, (block, block), direction, base)
    a, b = numbers((1,), dtype, 5), numbers((1,), dtype, 6)
    x, y = numbers((COLUMNS,), dtype, 7), numbers((ROWS,), dtype, 8)
    mask = np.array([2 + base, 0 + base], "i4")
    ends = blocks.offsets[1:].copy()
    ends[2] -= 1  # the last block of the last row is left out
    used = dense.copy()
    left_out = blocks.indices[blocks.offsets[3] - 1 - base] - base
    used[4:6, left_out * block : (left_out + 1) * block] = 0
    words = (direction, 0, 2, ROWS // block, COLUMNS // block, blocks.count, at(a),
             kind(old, base), at(blocks.values), at(mask), at(blocks.offsets), at(ends),
             at(blocks.indices), block, at(x), at(b))  # fmt: skip
    exact, bound = y.copy(), 16 * np.finfo(dtype).eps
    for row in (0, 1, 4, 5):
        exact[row] = a[0] * (used[row] @ x) + b[0] * y[row]
    old.call(f"{letter}bsrxmv", *words, at(y))
    assert abs(y - exact).max() <= bound * 16
    transposed = (words[0], 1, *words[2:])
    assert old(f"{letter}bsrxmv", old.handle, *transposed, at(y)) == 10
    assert old(f"{letter}bsrxmv", old.handle, *words[:13], 1, *words[14:], at(y)) == 10
    assert old(f"{letter}bsrxmv", old.handle, *words[:2], 4, *words[3:], at(y)) == 3


@pytest.mark.parametrize("letter", LETTERS)
def test_wide_sizes_of_work_areas(sparse_library: ctypes.CDLL, letter: str) -> None:
    """CUDA has them besides the narrow ones."""
    old, none, size = Generic(sparse_library, "cusparse"), None, ctypes.c_size_t()
    asked = {
        "csr2gebsr": (0, 2, 2, none, none, none, none, 1, 1),
        "gebsr2gebsc": (2, 2, 0, none, none, none, 1, 1),
        "gebsr2gebsr": (0, 2, 2, 0, none, none, none, none, 1, 1, 1, 1),
        "bsrilu02": (0, 2, 0, none, none, none, none, 1, none),
        "bsric02": (0, 2, 0, none, none, none, none, 1, none),
        "bsrsm2": (0, 0, 0, 2, 1, 0, none, none, none, none, 1, none),
    }
    for name, words in asked.items():
        size.value = 0
        old.call(f"{letter}{name}_bufferSizeExt", *words, ctypes.byref(size))
        assert size.value > 0, name
        assert old(f"{letter}{name}_bufferSizeExt", old.handle, *words, none) == 3


def test_mistakes(old: Generic) -> None:
    lines, total = Lines(sparse((ROWS, COLUMNS), "f4")), ctypes.c_int()
    offsets = np.zeros(ROWS + 1, "i4")
    good = [0, ROWS, COLUMNS, kind(old), at(lines.offsets), at(lines.indices), kind(old),
            at(offsets), 2, 2, ctypes.byref(total), None]  # fmt: skip
    old.call("Xcsr2gebsrNnz", *good)
    for place, wrong in ((0, 2), (1, -1), (3, None), (4, None), (6, None), (7, None), (8, 0)):
        words = [*good[:place], wrong, *good[place + 1 :]]
        assert old("Xcsr2gebsrNnz", old.handle, *words) == 3, place
    assert old("Xcsr2gebsrNnz", None, *good) == 1
