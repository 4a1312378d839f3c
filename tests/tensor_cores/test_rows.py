"""`ldmatrix`, `stmatrix`, `movmatrix` and `cp.async`, as the PTX ISA describes them."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain

WARPS = 3
LANES = np.arange(32)


@pytest.fixture
def matrices() -> np.ndarray:
    """Return four matrices of 8 x 8 for each warp."""
    return np.random.default_rng(1).integers(0, 2**16, (WARPS, 4, 8, 8)).astype(np.uint16)


def _fragments(matrices: np.ndarray, *, transposed: bool) -> np.ndarray:
    """Return what each lane holds of each matrix: two elements in one register."""
    if transposed:
        matrices = matrices.transpose(0, 1, 3, 2)
    low = matrices[:, :, LANES // 4, LANES % 4 * 2].astype(np.uint32)
    high = matrices[:, :, LANES // 4, LANES % 4 * 2 + 1].astype(np.uint32)
    return np.ascontiguousarray((low | high << 16).transpose(0, 2, 1))


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("transposed", [False, True])
def test_rows_become_fragments(rows_module, matrices, count: int, transposed: bool) -> None:
    out = np.zeros((WARPS, 32, 4), np.uint32)
    name = f"load_x{count}" + "_transposed" * transposed
    rows_module.kernel(name)[1, 32 * WARPS](matrices, out)
    assert (out[:, :, :count] == _fragments(matrices, transposed=transposed)[:, :, :count]).all()
    assert not out[:, :, count:].any()


@pytest.mark.parametrize("name", ["store_x1", "store_x2", "store_x4_transposed"])
def test_fragments_become_rows(rows_module, matrices, name: str) -> None:
    fragments = _fragments(matrices, transposed=name.endswith("transposed"))
    count = int(name[7])
    out = np.zeros_like(matrices)
    rows_module.kernel(name)[1, 32 * WARPS](fragments, out)
    assert (out[:, :count] == matrices[:, :count]).all()
    assert not out[:, count:].any()


def test_a_matrix_is_transposed_in_place(rows_module, matrices) -> None:
    fragment = np.ascontiguousarray(_fragments(matrices, transposed=False)[:, :, 0])
    out = np.zeros_like(fragment)
    rows_module.kernel("transposed")[1, 32 * WARPS](fragment, out)
    assert (out == _fragments(matrices, transposed=True)[:, :, 0]).all()


@pytest.mark.parametrize("size", [0, 5, 16])
def test_copies_of_each_size(rows_module, size: int) -> None:
    threads = 32 * WARPS
    data = np.random.default_rng(2).integers(1, 256, (threads, 16), dtype=np.uint8)
    out = np.zeros((4, threads, 16), np.uint8)
    rows_module.kernel("copied")[1, threads](data, out, size)
    before = np.frombuffer(np.uint32(7).tobytes() * 4, np.uint8)
    assert (out[0] == data).all()
    assert (out[1, :, :8] == data[:, :8]).all() and (out[1, :, 8:] == before[8:]).all()
    assert (out[2, :, :size] == data[:, :size]).all() and not out[2, :, size:].any()
    assert (out[3, 1::2, :4] == data[1::2, :4]).all() and (out[3, 1::2, 4:] == before[4:]).all()
    assert (out[3, ::2] == before).all()
