"""Vectors, conversions and triangular systems of hipSPARSE's and cuSPARSE's generic interface."""

from __future__ import annotations

import ctypes
from itertools import product

import numpy as np
import pytest

from .sparse_matrices import OPERATIONS, TYPES, WIDE, Generic, Lines, applied, at, numbers, sparse

pytestmark = pytest.mark.toolchain

DTYPES = ["f4", "f8", "c8", "c16"]
N, COLUMNS = 6, 3


@pytest.fixture(params=["hipsparse", "cusparse"])
def generic(request: pytest.FixtureRequest, sparse_library: ctypes.CDLL) -> Generic:
    return Generic(sparse_library, str(request.param))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("index", "base"), [("i4", 0), ("i8", 1)])
def test_vectors(generic: Generic, dtype: str, index: str, base: int) -> None:
    places = np.array([5, 0, 3])
    indices, values = (places + base).astype(index), numbers((3,), dtype)
    dense, lost = numbers((N,), dtype, 5), 16 * np.finfo(dtype).eps
    a, b = numbers((1,), dtype, 6), numbers((1,), dtype, 7)
    x, y = generic.some(N, indices, values, base), generic.vector(dense)
    exact = b * dense
    exact[places] += a * values
    generic.call("Axpby", at(a), x, at(b), y)
    assert abs(dense - exact).max() <= lost * 2

    for op, result in product("NC", [np.zeros(1, dtype)]):
        generic.sized("SpVV", OPERATIONS[op], x, y, at(result), TYPES[dtype])
        given = values.conj() if op == "C" else values
        assert abs(result[0] - given @ dense[places]) <= lost * 6

    before, other = values.copy(), dense.copy()
    generic.call("Rot", at(a), at(b), x, y)
    assert abs(values - (a * before + b * other[places])).max() <= lost * 2
    assert abs(dense[places] - (a * other[places] - b * before)).max() <= lost * 2

    generic.call("Gather", y, x)
    assert (values == dense[places]).all()
    values[:] = [1, 2, 3]
    generic.call("Scatter", x, y)
    assert list(dense[places]) == [1, 2, 3]


@pytest.mark.parametrize("dtype", [*DTYPES, "f2", "i1"])
@pytest.mark.parametrize("form", ["Csr", "Csc", "Coo"])
def test_dense_and_sparse(generic: Generic, dtype: str, form: str) -> None:
    exact = sparse((5, 4), dtype)
    for index, base, by_rows in product(("i4", "i8"), (0, 1), (True, False)):
        order = "C" if by_rows else "F"
        dense = np.array(exact, order=order)
        empty = Lines(np.zeros((4, 5) if form == "Csc" else (5, 4), dtype), index, base)
        made = generic.of(empty, exact.shape, form)
        size = ctypes.c_size_t()
        given = generic.dense(dense, by_rows=by_rows)
        generic.call("DenseToSparse_bufferSize", given, made, 0, ctypes.byref(size))
        area = np.zeros(size.value, "u1")
        generic.call("DenseToSparse_analysis", given, made, 0, at(area))
        sizes = [WIDE() for _ in range(3)]
        assert generic("SpMatGetSize", made, *map(ctypes.byref, sizes)) == 0
        assert sizes[2].value == (exact != 0).sum()
        expected = Lines(exact.T if form == "Csc" else exact, index, base)
        found = Lines(np.zeros_like(exact), index, base)
        first = expected.rows if form == "Coo" else expected.offsets
        found.offsets, found.indices = np.zeros_like(first), np.zeros_like(expected.indices)
        found.values = np.zeros_like(expected.values)
        assert generic(f"{form}SetPointers", made, at(found.offsets), at(found.indices),
                       at(found.values)) == 0  # fmt: skip
        generic.call("DenseToSparse_convert", given, made, 0, at(area))
        assert (found.offsets == first).all()
        assert (found.indices == expected.indices).all()
        assert (found.values == expected.values).all()
        back = np.full_like(dense, 7)
        generic.sized("SparseToDense", made, generic.dense(back, by_rows=by_rows), 0)
        assert (back == exact).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("fill", "unit"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_triangular_systems(generic: Generic, dtype: str, fill: int, unit: int) -> None:
    dense = sparse((N, N), dtype) + 4 * np.eye(N, dtype=dtype)
    triangle = np.triu(dense) if fill else np.tril(dense)
    if unit:
        triangle = triangle - np.diag(np.diag(triangle)) + np.eye(N, dtype=dtype)
    a = numbers((1,), dtype, 6)
    lost = 40 * N * np.finfo(dtype).eps * np.linalg.cond(triangle)
    for form, op in product(("Csr", "Coo"), "NTC"):
        A = generic.matrix(dense, form, "i4", 1)
        for attribute, value in ((0, fill), (1, unit)):
            word = ctypes.c_int(value)
            assert generic("SpMatSetAttribute", A, attribute, ctypes.byref(word),
                           ctypes.c_size_t(4)) == 0  # fmt: skip
        x, y = numbers((N,), dtype, 5), np.zeros(N, dtype)
        solve(
            generic, "SpSV", OPERATIONS[op], at(a), A, generic.vector(x), generic.vector(y), dtype
        )
        exact = np.linalg.solve(applied(op, triangle), a * x)
        assert np.linalg.norm(y - exact) <= lost * np.linalg.norm(exact)
        for by_rows, op_b in product((True, False), "NT"):
            order = "C" if by_rows else "F"
            B = np.array(numbers((N, COLUMNS) if op_b == "N" else (COLUMNS, N), dtype, 7),
                         order=order)  # fmt: skip
            C = np.zeros((N, COLUMNS), dtype, order=order)
            solve(generic, "SpSM", OPERATIONS[op], at(a), A, generic.dense(B, by_rows=by_rows),
                  generic.dense(C, by_rows=by_rows), dtype, OPERATIONS[op_b])  # fmt: skip
            exact = np.linalg.solve(applied(op, triangle), a * applied(op_b, B))
            assert np.linalg.norm(C - exact) <= lost * np.linalg.norm(exact)


def solve(generic: Generic, name: str, op: int, alpha: object, A: object, x: object, y: object,
          dtype: str, *other: int) -> ctypes.c_void_p:  # fmt: skip
    told, size = ctypes.c_void_p(), ctypes.c_size_t()
    assert generic(f"{name}_createDescr", ctypes.byref(told)) == 0
    words = (op, *other, alpha, A, x, y, TYPES[dtype], 0, told)
    generic.call(f"{name}_bufferSize", *words, ctypes.byref(size))
    area = np.zeros(size.value, "u1")
    generic.call(f"{name}_analysis", *words, at(area))
    last = (at(area),) if name == "SpSM" and generic.prefix == "hipsparse" else ()
    generic.call(f"{name}_solve", *words, *last)
    assert generic(f"{name}_destroyDescr", told) == 0
    return told


@pytest.mark.parametrize("name", ["SpSV", "SpSM"])
def test_new_values_of_a_triangle(sparse_library: ctypes.CDLL, name: str) -> None:
    generic = Generic(sparse_library, "cusparse")
    triangle = np.tril(numbers((N, N), "f8")) + 3 * np.eye(N)
    lines = Lines(triangle)
    A, told, size = generic.of(lines, (N, N)), ctypes.c_void_p(), ctypes.c_size_t()
    lower = ctypes.c_int(0)
    assert generic("SpMatSetAttribute", A, 0, ctypes.byref(lower), ctypes.c_size_t(4)) == 0
    shape = (N,) if name == "SpSV" else (N, COLUMNS)
    x, y, one = numbers(shape, "f8", 5), np.zeros(shape), np.ones(1)
    described = generic.vector if name == "SpSV" else generic.dense
    assert generic(f"{name}_createDescr", ctypes.byref(told)) == 0
    operations = (0,) if name == "SpSV" else (0, 0)
    words = (*operations, at(one), A, described(x), described(y), TYPES["f8"], 0, told)
    generic.call(f"{name}_bufferSize", *words, ctypes.byref(size))
    area = np.zeros(size.value + 1, "u1")
    generic.call(f"{name}_analysis", *words, at(area))
    values, diagonal = 2 * lines.values, np.arange(5.0, 5 + N)
    replaced = triangle * 2
    for new, part in ((values, 0), (diagonal, 1)):
        if part:
            np.fill_diagonal(replaced, diagonal)
        generic.call(f"{name}_updateMatrix", told, at(new), part)
        generic.call(f"{name}_solve", *words)
        exact = np.linalg.solve(replaced, x)
        lost = 16 * N * np.finfo("f8").eps * np.linalg.cond(replaced)
        assert np.linalg.norm(y - exact) <= lost * np.linalg.norm(exact), part
    assert generic(f"{name}_destroyDescr", told) == 0
