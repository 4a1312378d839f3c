"""hipSPARSE's older functions that cuSPARSE dropped: sparse products, hybrids, lists of pairs."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import (
    INDICES,
    LETTERS,
    TYPES,
    WIDE,
    Generic,
    Lines,
    at,
    kind,
    numbers,
    sparse,
)

pytestmark = pytest.mark.toolchain

M, K, N = 6, 5, 7
BAD_VALUE, NOT_SUPPORTED = 3, 10


@pytest.fixture
def hip(sparse_library: ctypes.CDLL) -> Generic:
    return Generic(sparse_library, "hipsparse")


class Factor:
    """A sparse matrix as the older products take it, with its values and without."""

    def __init__(self, hip: Generic, dense: Any, base: int) -> None:
        self.lines = Lines(dense, "i4", base)
        self.kind, self.dense = kind(hip, base), dense
        pattern = (at(self.lines.offsets), at(self.lines.indices))
        self.pattern = (self.kind, self.lines.count, *pattern)
        self.words = (self.kind, self.lines.count, at(self.lines.values), *pattern)


class Result:
    """Compressed rows that count from 1, of which the offsets come first."""

    def __init__(self, hip: Generic, dtype: str) -> None:
        self.kind, self.dtype = kind(hip, 1), dtype
        self.offsets, self.total = np.zeros(M + 1, "i4"), ctypes.c_int(-1)
        self.counted = (self.kind, at(self.offsets), ctypes.byref(self.total))

    def words(self) -> tuple[Any, ...]:
        self.values = np.zeros(self.total.value, self.dtype)
        self.indices = np.zeros(self.total.value, "i4")
        return (self.kind, at(self.values), at(self.offsets), at(self.indices))

    def check(self, exact: Any, pattern: Any, bound: float) -> None:
        assert self.total.value == self.offsets[-1] - 1 == pattern.sum()
        rows = np.repeat(np.arange(M), np.diff(self.offsets))
        assert (np.stack([rows, self.indices - 1]) == np.stack(np.nonzero(pattern))).all()
        assert abs(self.values - exact[pattern]).max() <= bound


def overlap(A: Any, B: Any) -> Any:
    """Tell where a product has elements, also those that become zero."""
    return (A != 0).astype(int) @ (B != 0).astype(int) > 0


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
def test_products(hip: Generic, letter: str, base: int) -> None:
    dtype = LETTERS[letter]
    A = Factor(hip, sparse((M, K), dtype, 1), base)
    B = Factor(hip, sparse((K, N), dtype, 2), 1 - base)
    made = Result(hip, dtype)
    hip.call("XcsrgemmNnz", 0, 0, M, N, K, *A.pattern, *B.pattern, *made.counted)
    hip.call(f"{letter}csrgemm", 0, 0, M, N, K, *A.words, *B.words, *made.words())
    bound = 8 * K * np.finfo(dtype).eps
    made.check(A.dense @ B.dense, overlap(A.dense, B.dense), bound)
    words = (M, N, K, *A.pattern, *B.pattern, *made.counted)
    for operations in ((1, 0), (0, 2)):
        assert hip("XcsrgemmNnz", hip.handle, *operations, *words) == NOT_SUPPORTED
    assert hip("XcsrgemmNnz", hip.handle, 0, 0, -1, *words[1:]) == BAD_VALUE


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("parts", ["product", "sum", "both"])
def test_products_and_sums(hip: Generic, letter: str, parts: str) -> None:
    dtype = LETTERS[letter]
    A, B = Factor(hip, sparse((M, K), dtype, 1), 0), Factor(hip, sparse((K, N), dtype, 2), 1)
    D = Factor(hip, sparse((M, N), dtype, 4), 1)
    a, b = numbers((1,), dtype, 5), numbers((1,), dtype, 6)
    alpha, beta = (at(a) if parts != "sum" else None), (at(b) if parts != "product" else None)
    exact, pattern = np.zeros((M, N), dtype), np.zeros((M, N), bool)
    if alpha:
        exact, pattern = a[0] * (A.dense @ B.dense), overlap(A.dense, B.dense)
    if beta:
        exact, pattern = exact + b[0] * D.dense, pattern | (D.dense != 0)
    info, size = hip.made("Csrgemm2Info"), ctypes.c_size_t()
    shape, made = (M, N, K), Result(hip, dtype)
    before = (*shape, *A.pattern, *B.pattern, *D.pattern, *made.counted, info)
    assert hip("Xcsrgemm2Nnz", hip.handle, *before, None) == BAD_VALUE  # no factors are known yet
    asked = (*shape, alpha, *A.pattern, *B.pattern, beta, *D.pattern, info, ctypes.byref(size))
    hip.call(f"{letter}csrgemm2_bufferSizeExt", *asked)
    area = np.zeros(size.value, "u1")
    hip.call("Xcsrgemm2Nnz", *before, at(area))
    words = (*shape, alpha, *A.words, *B.words, beta, *D.words)
    hip.call(f"{letter}csrgemm2", *words, *made.words(), info, at(area))
    made.check(exact, pattern, 16 * K * np.finfo(dtype).eps)
    neither = (*shape, None, *A.pattern, *B.pattern, None, *D.pattern, info, ctypes.byref(size))
    assert hip(f"{letter}csrgemm2_bufferSizeExt", hip.handle, *neither) == BAD_VALUE
    assert hip("DestroyCsrgemm2Info", info) == 0
    assert hip(f"{letter}csrgemm2_bufferSizeExt", hip.handle, *asked) == BAD_VALUE


@pytest.mark.parametrize("letter", LETTERS)
def test_dense_times_sparse(hip: Generic, letter: str) -> None:
    dtype = LETTERS[letter]
    A = np.zeros((M + 1, K), dtype, order="F")
    A[:M] = numbers((M, K), dtype)
    B = sparse((K, N), dtype, 2)
    columns = Lines(B.T)
    a, b = numbers((1,), dtype, 5), numbers((1,), dtype, 6)
    C = np.full((M + 2, N), 9, dtype, order="F")
    C[:M] = numbers((M, N), dtype, 7)
    exact = a[0] * (A[:M] @ B) + b[0] * C[:M]
    words = [M, N, K, columns.count, at(a), at(A), M + 1, at(columns.values), at(columns.offsets),
             at(columns.indices), at(b), at(C), M + 2]  # fmt: skip
    hip.call(f"{letter}gemmi", *words)
    assert abs(C[:M] - exact).max() <= 16 * K * np.finfo(dtype).eps
    assert (C[M:] == 9).all()
    for place, wrong in ((0, -1), (6, M - 1), (8, None), (12, M - 1)):
        assert hip(f"{letter}gemmi", hip.handle, *words[:place], wrong, *words[place + 1 :]) == (
            BAD_VALUE
        )


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("partition", "width"), [(0, 0), (1, 2), (2, 0)])
def test_hybrid_matrices(hip: Generic, letter: str, partition: int, width: int) -> None:
    dtype = LETTERS[letter]
    dense = sparse((M, N), dtype)
    dense[M - 1] = 0  # also the last row is empty
    given, hybrid = Factor(hip, dense, 1), hip.made("HybMat")
    x, y = numbers((N,), dtype, 5), numbers((M,), dtype, 6)
    a, b = numbers((1,), dtype, 7), numbers((1,), dtype, 8)
    product = (at(a), given.kind, hybrid, at(x), at(b), at(y))
    assert hip(f"{letter}hybmv", hip.handle, 0, *product) == BAD_VALUE  # nothing is in it yet
    source = (M, N, given.kind, at(given.lines.values), at(given.lines.offsets),
              at(given.lines.indices), hybrid)  # fmt: skip
    hip.call(f"{letter}csr2hyb", *source, width, partition)
    exact = a[0] * (dense @ x) + b[0] * y
    hip.call(f"{letter}hybmv", 0, *product)
    assert abs(y - exact).max() <= 16 * N * np.finfo(dtype).eps
    assert hip(f"{letter}hybmv", hip.handle, 1, *product) == NOT_SUPPORTED
    back = Lines(dense)
    for array in (back.values, back.offsets, back.indices):
        array[:] = 9
    arrays = (at(back.values), at(back.offsets), at(back.indices))
    hip.call(f"{letter}hyb2csr", kind(hip, 0), hybrid, *arrays)
    expected = Lines(dense)
    assert (back.offsets == expected.offsets).all() and (back.indices == expected.indices).all()
    assert (back.values == expected.values).all()
    other = "D" if letter != "D" else "S"
    assert hip(f"{other}hyb2csr", hip.handle, kind(hip, 0), hybrid, *arrays) == BAD_VALUE
    for wrong in ((0, 3), (-1, 1)):
        assert hip(f"{letter}csr2hyb", hip.handle, *source, *wrong) == BAD_VALUE
    assert hip("SetMatType", given.kind, 1) == 0
    assert hip(f"{letter}csr2hyb", hip.handle, *source, width, partition) == NOT_SUPPORTED
    assert hip("DestroyHybMat", hybrid) == 0
    assert hip(f"{letter}hybmv", hip.handle, 0, at(a), kind(hip), *product[2:]) == BAD_VALUE


@pytest.mark.parametrize("dtype", LETTERS.values())
@pytest.mark.parametrize(("index", "base"), [("i4", 0), ("i4", 1), ("i8", 1)])
def test_lists_of_pairs(hip: Generic, dtype: str, index: str, base: int) -> None:
    dense = sparse((M, N), dtype)
    lines = Lines(dense, index, base)
    pairs = np.stack([lines.rows, lines.indices], axis=1).copy()
    A = hip.made("CooAoS", WIDE(M), WIDE(N), WIDE(lines.count), at(pairs), at(lines.values),
                 INDICES[index], base, TYPES[dtype])  # fmt: skip
    sizes, places = [WIDE() for _ in range(3)], [ctypes.c_void_p() for _ in range(2)]
    kinds = [ctypes.c_int() for _ in range(3)]
    told = [ctypes.byref(one) for one in [*sizes, *places, *kinds]]
    assert hip("CooAoSGet", A, *told) == 0
    assert [one.value for one in sizes] == [M, N, lines.count]
    assert [one.value for one in places] == [pairs.ctypes.data, lines.values.ctypes.data]
    assert [one.value for one in kinds] == [INDICES[index], base, TYPES[dtype]]
    form = ctypes.c_int()
    assert hip("SpMatGetFormat", A, ctypes.byref(form)) == 0 and form.value == 4
    x, y = numbers((N,), dtype, 5), np.zeros(M, dtype)
    one, zero = np.ones(1, dtype), np.zeros(1, dtype)
    hip.sized("SpMV", 0, at(one), A, hip.vector(x), at(zero), hip.vector(y), TYPES[dtype], 0)
    assert abs(y - dense @ x).max() <= 16 * N * np.finfo(dtype).eps
    back = np.full((M, N), 7, dtype)
    hip.sized("SparseToDense", A, hip.dense(back), 0)
    assert (back == dense).all()
    before, values = pairs.copy(), lines.values.copy()
    pairs[:], lines.values[:] = 0, 0
    area = np.zeros(16, "u1")
    hip.call("DenseToSparse_analysis", hip.dense(back), A, 0, at(area))
    hip.call("DenseToSparse_convert", hip.dense(back), A, 0, at(area))
    assert (pairs == before).all() and (lines.values == values).all()
    count = ctypes.c_int()
    assert hip("SpMatSetStridedBatch", A, 3) == 0
    assert hip("SpMatGetStridedBatch", A, ctypes.byref(count)) == 0 and count.value == 3
    assert hip("SpMatSetStridedBatch", A, 0) == BAD_VALUE
    assert hip("CooAoSGet", hip.matrix(dense), *told) == BAD_VALUE


def test_copied_descriptions(hip: Generic) -> None:
    first, second = kind(hip, 1), kind(hip, 0)
    for name, value in (("Type", 3), ("FillMode", 1), ("DiagType", 1)):
        assert hip(f"SetMat{name}", first, value) == 0
    assert hip("CopyMatDescr", second, first) == 0
    told = [hip(f"GetMat{name}", second) for name in ("Type", "FillMode", "DiagType", "IndexBase")]
    assert told == [3, 1, 1, 1]
    assert hip("CopyMatDescr", None, first) == BAD_VALUE
    assert hip("CopyMatDescr", second, None) == BAD_VALUE
