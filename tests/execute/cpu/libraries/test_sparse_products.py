"""Products of hipSPARSE's and cuSPARSE's generic interface, beside NumPy's of dense matrices."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import OPERATIONS, TYPES, WIDE, Generic, Lines, applied, at, numbers, sparse

pytestmark = pytest.mark.toolchain

DTYPES = ["f4", "f8", "c8", "c16"]
#: Types whose sums are held in another.
MIXED = [("f2", "f4", "f4"), ("f2", "f2", "f4"), ("i1", "i4", "i4"), ("i1", "f4", "f4")]
ROWS, INNER, COLUMNS = 5, 7, 4


@pytest.fixture(params=["hipsparse", "cusparse"])
def generic(request: pytest.FixtureRequest, sparse_library: ctypes.CDLL) -> Generic:
    return Generic(sparse_library, str(request.param))


def scalars(dtype: str) -> tuple[Any, Any]:
    """Return alpha and beta, as arrays of one number."""
    made = numbers((2,), dtype) if dtype[0] != "i" else np.array([2, 3], dtype)
    return made[:1], made[1:]


def assert_close(made: Any, exact: Any, sizes: Any, dtype: str) -> None:
    """Compare sums of at most INNER terms and two scalars with what they may lose."""
    if dtype[0] == "i":
        assert (made == exact).all()
        return
    lost = (4 * INNER + 8) * max(np.finfo(dtype).eps, np.finfo(made.dtype).eps)
    assert (abs(made - exact) <= lost * (sizes + abs(exact))).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_matrix_and_vector(generic: Generic, dtype: str) -> None:
    dense = sparse((ROWS, INNER), dtype)
    a, b = scalars(dtype)
    for form, index, base, op in product(("Csr", "Csc", "Coo"), ("i4", "i8"), (0, 1), "NTC"):
        A = applied(op, dense)
        x, y = numbers((A.shape[1],), dtype, 5), numbers((A.shape[0],), dtype, 6)
        exact, sizes = a * (A @ x) + b * y, abs(a) * (abs(A) @ abs(x)) + abs(b * y)
        generic.sized("SpMV", OPERATIONS[op], at(a), generic.matrix(dense, form, index, base),
                      generic.vector(x), at(b), generic.vector(y), TYPES[dtype], 0)  # fmt: skip
        assert_close(y, exact, sizes, dtype)


@pytest.mark.parametrize(("stored", "made", "compute"), MIXED)
def test_sums_of_another_type(generic: Generic, stored: str, made: str, compute: str) -> None:
    A, x, y = sparse((ROWS, INNER), stored), numbers((INNER,), stored, 5), np.zeros(ROWS, made)
    one, zero = np.ones(1, compute), np.zeros(1, compute)
    generic.sized("SpMV", 0, at(one), generic.matrix(A), generic.vector(x), at(zero),
                  generic.vector(y), TYPES[compute], 0)  # fmt: skip
    wide = A.astype("f8") @ x.astype("f8")
    assert_close(y, wide.astype(made), abs(A.astype("f8")) @ abs(x.astype("f8")), made)


def test_bfloat16(generic: Generic) -> None:
    """Half of the bits of a float, of values that need no more."""
    A, x = np.array([[1.5, 0], [0, -2]], "f4"), np.array([3, 0.25], "f4")
    lines, y = Lines(A), np.zeros(2, "f4")
    halves = [(part.view("u4") >> 16).astype("u2") for part in (lines.values, x)]
    matrix = generic.made("Csr", WIDE(2), WIDE(2), WIDE(2), at(lines.offsets), at(lines.indices),
                          at(halves[0]), 2, 2, 0, 14)  # fmt: skip
    vector = generic.made("DnVec", WIDE(2), at(halves[1]), 14)
    one, zero = np.ones(1, "f4"), np.zeros(1, "f4")
    generic.sized("SpMV", 0, at(one), matrix, vector, at(zero), generic.vector(y), 0, 0)
    assert list(y) == [4.5, -0.5]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", ["Csr", "Csc", "Coo"])
def test_matrix_and_matrix(generic: Generic, dtype: str, form: str) -> None:
    dense = sparse((ROWS, INNER), dtype)
    a, b = scalars(dtype)
    for op_a, op_b, by_rows in product("NTC", "NTC", (True, False)):
        A = applied(op_a, dense)
        shape = (A.shape[1], COLUMNS) if op_b == "N" else (COLUMNS, A.shape[1])
        order = "C" if by_rows else "F"
        given = np.array(numbers(shape, dtype, 5), order=order)
        C = np.array(numbers((A.shape[0], COLUMNS), dtype, 6), order=order)
        B = applied(op_b, given)
        exact, sizes = a * (A @ B) + b * C, abs(a) * (abs(A) @ abs(B)) + abs(b * C)
        generic.sized("SpMM", OPERATIONS[op_a], OPERATIONS[op_b], at(a),
                      generic.matrix(dense, form), generic.dense(given, by_rows=by_rows), at(b),
                      generic.dense(C, by_rows=by_rows), TYPES[dtype], 0)  # fmt: skip
        assert_close(C, exact, sizes, dtype)


@pytest.mark.parametrize("form", ["Csr", "Coo"])
def test_batches(generic: Generic, form: str) -> None:
    """Matrices with one pattern, of values behind each other."""
    pattern, count = sparse((ROWS, INNER), "f8") != 0, 3
    members = [np.where(pattern, numbers((ROWS, INNER), "f8", seed), 0) for seed in range(count)]
    lines = Lines(members[0])
    lines.values = np.concatenate([Lines(one).values for one in members])
    B, C = numbers((count, INNER, COLUMNS), "f8"), np.zeros((count, ROWS, COLUMNS))
    if form == "Coo":
        lines.rows, lines.indices = (np.tile(part, count) for part in (lines.rows, lines.indices))
    else:
        lines.offsets = np.tile(lines.offsets, count)
        lines.indices = np.tile(lines.indices, count)
    A = generic.of(lines, (ROWS, INNER), form)
    stride = () if form == "Coo" else (WIDE(ROWS + 1),)
    assert generic(f"{form}SetStridedBatch", A, count, *stride, WIDE(lines.count)) == 0
    right, made = generic.dense(B[0]), generic.dense(C[0])
    assert generic("DnMatSetStridedBatch", right, count, WIDE(INNER * COLUMNS)) == 0
    assert generic("DnMatSetStridedBatch", made, count, WIDE(ROWS * COLUMNS)) == 0
    one, zero = np.ones(1), np.zeros(1)
    generic.sized("SpMM", 0, 0, at(one), A, right, at(zero), made, TYPES["f8"], 0)
    for i, matrix in enumerate(members):
        assert_close(C[i], matrix @ B[i], abs(matrix) @ abs(B[i]), "f8")


@pytest.mark.parametrize("dtype", DTYPES)
def test_dense_product_where_a_sparse_one_has_elements(generic: Generic, dtype: str) -> None:
    dense = sparse((ROWS, COLUMNS), dtype)
    a, b = scalars(dtype)
    for form, op_a, op_b in product(("Csr", "Coo"), "NT", "NT"):
        A = numbers((ROWS, INNER) if op_a == "N" else (INNER, ROWS), dtype, 5)
        B = numbers((INNER, COLUMNS) if op_b == "N" else (COLUMNS, INNER), dtype, 6)
        lines = Lines(dense)
        C = generic.of(lines, dense.shape, form)
        left, right = applied(op_a, A), applied(op_b, B)
        exact = a * (left @ right) + b * dense
        sizes = abs(a) * (abs(left) @ abs(right)) + abs(b * dense)
        generic.sized("SDDMM", OPERATIONS[op_a], OPERATIONS[op_b], at(a), generic.dense(A),
                      generic.dense(B), at(b), C, TYPES[dtype], 0)  # fmt: skip
        where = np.nonzero(dense)
        assert_close(lines.values, exact[where], sizes[where], dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("base", [0, 1])
def test_two_sparse_matrices(generic: Generic, dtype: str, base: int) -> None:
    A, B = sparse((ROWS, INNER), dtype), sparse((INNER, COLUMNS), dtype, 9)
    one, zero = np.ones(1, dtype), np.zeros(1, dtype)
    lines = Lines(np.zeros((ROWS, COLUMNS), dtype), "i4", base)
    C = generic.of(lines, (ROWS, COLUMNS))
    told, size = ctypes.c_void_p(), ctypes.c_size_t()
    assert generic("SpGEMM_createDescr", ctypes.byref(told)) == 0
    words = (0, 0, at(one), generic.matrix(A, "Csr", "i4", base), generic.matrix(B, "Csr", "i4",
             base), at(zero), C, TYPES[dtype], 0, told)  # fmt: skip
    for phase in ("SpGEMM_workEstimation", "SpGEMM_compute"):
        size.value = 0
        generic.call(phase, *words, ctypes.byref(size), None)
        area = np.zeros(size.value, "u1")
        generic.call(phase, *words, ctypes.byref(size), at(area))
    sizes = [WIDE() for _ in range(3)]
    assert generic("SpMatGetSize", C, *map(ctypes.byref, sizes)) == 0
    count = sizes[2].value
    assert count == ((abs(A) > 0).astype(int) @ (abs(B) > 0).astype(int) > 0).sum() > 0
    offsets, columns = np.zeros(ROWS + 1, "i4"), np.zeros(count, "i4")
    values = np.zeros(count, dtype)
    assert generic("CsrSetPointers", C, at(offsets), at(columns), at(values)) == 0
    generic.call("SpGEMM_copy", *words)
    made = np.zeros((ROWS, COLUMNS), dtype)
    made[np.repeat(np.arange(ROWS), np.diff(offsets)), columns - base] = values
    assert offsets[0] == base
    assert_close(made, A @ B, abs(A) @ abs(B), dtype)
    assert generic("SpGEMM_destroyDescr", told) == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_two_sparse_matrices_again(generic: Generic, dtype: str) -> None:
    """The structure is found once, and values computed twice."""
    A, B = sparse((ROWS, INNER), dtype), sparse((INNER, COLUMNS), dtype, 9)
    left, right = Lines(A), Lines(B)
    C = generic.of(Lines(np.zeros((ROWS, COLUMNS), dtype)), (ROWS, COLUMNS))
    told, sizes = ctypes.c_void_p(), [ctypes.c_size_t() for _ in range(3)]
    assert generic("SpGEMM_createDescr", ctypes.byref(told)) == 0
    words = (0, 0, generic.of(left, A.shape), generic.of(right, B.shape), C, 0, told)
    area = np.zeros(64, "u1")
    for given in (None, at(area)):
        generic.call("SpGEMMreuse_workEstimation", *words, ctypes.byref(sizes[0]), given)
        asked = [word for size in sizes for word in (ctypes.byref(size), given)]
        generic.call("SpGEMMreuse_nnz", *words, *asked)
    shape = [WIDE() for _ in range(3)]
    assert generic("SpMatGetSize", C, *map(ctypes.byref, shape)) == 0
    offsets, columns = np.zeros(ROWS + 1, "i4"), np.zeros(shape[2].value, "i4")
    values = np.zeros(len(columns), dtype)
    assert generic("CsrSetPointers", C, at(offsets), at(columns), at(values)) == 0
    for given in (None, at(area)):
        generic.call("SpGEMMreuse_copy", *words, ctypes.byref(sizes[0]), given)
    one, zero = np.ones(1, dtype), np.zeros(1, dtype)
    for factor in (1, 2):
        left.values[:] = factor * A[np.nonzero(A)]
        generic.call("SpGEMMreuse_compute", 0, 0, at(one), *words[2:4], at(zero), C, TYPES[dtype],
                     0, told)  # fmt: skip
        made = np.zeros((ROWS, COLUMNS), dtype)
        made[np.repeat(np.arange(ROWS), np.diff(offsets)), columns] = values
        assert_close(made, factor * (A @ B), factor * (abs(A) @ abs(B)), dtype)


@pytest.mark.parametrize("base", [0, 1])
def test_how_many_products_there_are_and_what_they_take(
    sparse_library: ctypes.CDLL, base: int
) -> None:
    """cuSPARSE tells them between the first estimation of a product and its computation."""
    generic, dtype = Generic(sparse_library, "cusparse"), "f8"
    A, B = sparse((ROWS, INNER), dtype), sparse((INNER, COLUMNS), dtype, 9)
    one, zero, told = np.ones(1, dtype), np.zeros(1, dtype), ctypes.c_void_p()
    C = generic.of(Lines(np.zeros((ROWS, COLUMNS), dtype), "i4", base), (ROWS, COLUMNS))
    assert generic("SpGEMM_createDescr", ctypes.byref(told)) == 0
    factors = (generic.matrix(A, "Csr", "i4", base), generic.matrix(B, "Csr", "i4", base))
    words = (0, 0, at(one), *factors, at(zero), C, TYPES[dtype], 3, told)
    size, size_3, size_2 = (ctypes.c_size_t(9) for _ in range(3))
    generic.call("SpGEMM_workEstimation", *words, ctypes.byref(size), None)
    area = np.zeros(size.value, "u1")
    generic.call("SpGEMM_workEstimation", *words, ctypes.byref(size), at(area))
    count = WIDE(-1)
    assert generic("SpGEMM_getNumProducts", told, ctypes.byref(count)) == 0
    assert count.value == ((A != 0).sum(axis=0) * (B != 0).sum(axis=1)).sum() > 0
    assert generic("SpGEMM_getNumProducts", told, None) != 0
    part = ctypes.c_float(0.5)
    generic.call("SpGEMM_estimateMemory", *words, part, ctypes.byref(size_3), None, None)
    area_3 = np.zeros(size_3.value, "u1")
    told_2 = (ctypes.byref(size_3), at(area_3), ctypes.byref(size_2))
    generic.call("SpGEMM_estimateMemory", *words, part, *told_2)
    area_2 = np.zeros(size_2.value, "u1")
    for wrong in (0, -0.5, 1.5):
        given = (*words, ctypes.c_float(wrong), *told_2)
        assert generic("SpGEMM_estimateMemory", generic.handle, *given) != 0
    generic.call("SpGEMM_compute", *words, ctypes.byref(size_2), at(area_2))
    sizes = [WIDE() for _ in range(3)]
    assert generic("SpMatGetSize", C, *map(ctypes.byref, sizes)) == 0
    offsets, columns = np.zeros(ROWS + 1, "i4"), np.zeros(sizes[2].value, "i4")
    values = np.zeros(sizes[2].value, dtype)
    assert generic("CsrSetPointers", C, at(offsets), at(columns), at(values)) == 0
    generic.call("SpGEMM_copy", *words)
    made = np.zeros((ROWS, COLUMNS), dtype)
    made[np.repeat(np.arange(ROWS), np.diff(offsets)), columns - base] = values
    assert_close(made, A @ B, abs(A) @ abs(B), dtype)
    assert generic("SpGEMM_destroyDescr", told) == 0
    assert generic("SpGEMM_getNumProducts", told, ctypes.byref(count)) != 0
