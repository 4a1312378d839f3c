"""Descriptors of hipSPARSE and cuSPARSE tell what they were made of; formats of cuSPARSE alone."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import TYPES, WIDE, Generic, at, numbers, sparse

pytestmark = pytest.mark.toolchain

#: By the descriptor's name, what it is made of and tells again: sizes, arrays (p), numbers (i).
PARTS = {
    "Csr": "wwwpppiiii", "Csc": "wwwpppiiii", "Coo": "wwwpppiii", "BlockedEll": "wwwwppiii",
    "SpVec": "wwppiii", "DnVec": "wpi", "DnMat": "wwwpii",
}  # fmt: skip
SIZES = {
    "Csr": (6, 4, 5), "Csc": (6, 4, 5), "Coo": (6, 4, 5), "BlockedEll": (6, 4, 2, 4),
    "SpVec": (9, 5), "DnVec": (7,), "DnMat": (3, 4, 5),
}  # fmt: skip
#: Enumerators behind the arrays: types of indices, their base, hipDataType, an order.
NUMBERS = {
    "Csr": (3, 2, 1, 1), "Csc": (2, 2, 0, 5), "Coo": (3, 1, 4), "BlockedEll": (2, 1, 0),
    "SpVec": (3, 1, 1), "DnVec": (4,), "DnMat": (0, 2),
}  # fmt: skip
FORMATS = {"Csr": 1, "Csc": 2, "Coo": 3, "BlockedEll": 5}
LOWEST, UPPER, UNIT = 0, 1, 1


@pytest.fixture(params=["hipsparse", "cusparse"])
def generic(request: pytest.FixtureRequest, sparse_library: ctypes.CDLL) -> Generic:
    return Generic(sparse_library, str(request.param))


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("const", ["", "Const"])
def test_what_a_descriptor_tells(generic: Generic, name: str, const: str) -> None:
    parts = PARTS[name]
    arrays = [np.zeros(64) for _ in range(parts.count("p"))]
    given = iter((*SIZES[name], *(array.ctypes.data for array in arrays), *NUMBERS[name]))
    kinds: dict[str, Any] = {"w": WIDE, "p": ctypes.c_void_p, "i": ctypes.c_int}
    words = [kinds[part](next(given)) for part in parts]
    made = generic.made(f"{const}{name}", *words)
    told = [kinds[part](0) for part in parts]
    assert generic(f"{const}{name}Get", made, *(ctypes.byref(one) for one in told)) == 0
    assert [one.value for one in told] == [one.value for one in words]

    group = "SpMat" if name in FORMATS else name
    values = ctypes.c_void_p()
    assert generic(f"{const}{group}GetValues", made, ctypes.byref(values)) == 0
    assert values.value == arrays[-1].ctypes.data
    if not const:
        other = np.zeros(64)
        assert generic(f"{group}SetValues", made, at(other)) == 0
        assert generic(f"{group}GetValues", made, ctypes.byref(values)) == 0
        assert values.value == other.ctypes.data
    number, size, columns, count = ctypes.c_int(-1), WIDE(), WIDE(), WIDE()
    if group == "SpMat":
        assert generic("SpMatGetFormat", made, ctypes.byref(number)) == 0
        assert number.value == FORMATS[name]
        assert generic("SpMatGetIndexBase", made, ctypes.byref(number)) == 0
        assert number.value == NUMBERS[name][-2]
        sizes = (ctypes.byref(one) for one in (size, columns, count))
        assert generic("SpMatGetSize", made, *sizes) == 0
        assert (size.value, columns.value) == SIZES[name][:2]
    elif name == "SpVec":
        assert generic("SpVecGetIndexBase", made, ctypes.byref(number)) == 0
        assert number.value == 1
    assert generic(f"Destroy{group}", made) == 0
    assert generic(f"Destroy{group}", made) != 0


def test_batches_and_attributes(generic: Generic) -> None:
    dense = sparse((5, 4), "f8")
    A, B = generic.matrix(dense), generic.dense(numbers((4, 3), "f8"))
    number, stride = ctypes.c_int(), WIDE()
    assert generic("CsrSetStridedBatch", A, 3, WIDE(6), WIDE(20)) == 0
    assert generic("SpMatGetStridedBatch", A, ctypes.byref(number)) == 0
    assert number.value == 3
    assert generic("DnMatSetStridedBatch", B, 4, WIDE(12)) == 0
    assert generic("DnMatGetStridedBatch", B, ctypes.byref(number), ctypes.byref(stride)) == 0
    assert (number.value, stride.value) == (4, 12)
    assert generic("DnMatSetStridedBatch", B, 0, WIDE(12)) != 0
    for attribute, value in ((0, UPPER), (1, UNIT), (0, LOWEST)):
        word = ctypes.c_int(value)
        size = ctypes.c_size_t(4)
        assert generic("SpMatSetAttribute", A, attribute, ctypes.byref(word), size) == 0
        assert generic("SpMatGetAttribute", A, attribute, ctypes.byref(number), size) == 0
        assert number.value == value


def test_handles_and_descriptions(generic: Generic) -> None:
    number, stream = ctypes.c_int(-1), ctypes.c_void_p(7)
    handle = generic.handle
    assert generic("SetStream", handle, None) == 0
    assert generic("GetStream", handle, ctypes.byref(stream)) == 0 and stream.value is None
    for mode in (1, 0):
        assert generic("SetPointerMode", handle, mode) == 0
        assert generic("GetPointerMode", handle, ctypes.byref(number)) == 0
        assert number.value == mode
    assert generic("SetPointerMode", handle, 5) != 0
    assert generic("GetVersion", handle, ctypes.byref(number)) == 0
    assert number.value > 10_000
    for name in ("ErrorName", "ErrorString"):
        function = getattr(generic.library, f"{generic.prefix}Get{name}", None)
        if function is not None:
            function.restype = ctypes.c_char_p
            texts = [function(code) for code in range(5)]
            assert None not in texts and len(set(texts)) == 5
    kind = generic.made("MatDescr")
    for name, last in (("Type", 3), ("FillMode", 1), ("DiagType", 1), ("IndexBase", 1)):
        assert generic(f"SetMat{name}", kind, last) == 0
        assert generic(f"GetMat{name}", kind) == last
        assert generic(f"SetMat{name}", kind, last + 7) != 0
        assert generic(f"GetMat{name}", kind) == last
    assert generic("DestroyMatDescr", kind) == 0
    assert generic("Destroy", handle) == 0
    assert generic("Destroy", handle) != 0


def _multiplied(generic: Generic, A: ctypes.c_void_p, exact: Any) -> None:
    dtype = exact.dtype.str[1:]
    x, y = numbers((exact.shape[1],), dtype, 5), numbers((exact.shape[0],), dtype, 6)
    a, b = np.array([2], dtype), np.array([3], dtype)
    expected = 2 * exact @ x + 3 * y
    words = (0, at(a), A, generic.vector(x), at(b), generic.vector(y), TYPES[dtype], 0)
    generic.sized("SpMV", *words)
    sizes = 2 * abs(exact) @ abs(x) + 3 * abs(expected - 2 * exact @ x)
    assert (abs(y - expected) <= 16 * np.finfo(dtype).eps * sizes + 1e-30).all()


@pytest.mark.parametrize(("const", "dtype"), list(product(["", "Const"], ["f4", "c16"])))
def test_blocks(sparse_library: ctypes.CDLL, const: str, dtype: str) -> None:
    generic = Generic(sparse_library, "cusparse")
    exact = numbers((6, 8), dtype)
    exact[2:4, 4:8] = exact[0:2, 0:4] = 0
    places = [(i, j) for i in range(3) for j in range(2) if exact[2 * i : 2 * i + 2, 4 * j].any()]
    offsets = np.array([sum(i < line for i, _ in places) for line in range(4)], "i4")
    columns = np.array([j for _, j in places], "i4")
    blocks = [exact[2 * i : 2 * i + 2, 4 * j : 4 * j + 4] for i, j in places]
    for order in (2, 1):  # of the elements of a block: by rows, by columns
        values = np.concatenate([one.ravel(order="C" if order == 2 else "F") for one in blocks])
        A = generic.made(
            f"{const}Bsr", WIDE(3), WIDE(2), WIDE(len(blocks)), WIDE(2), WIDE(4), at(offsets),
            at(columns), at(values), 2, 2, 0, TYPES[dtype], order,
        )  # fmt: skip
        generic.kept.append(values)
        _multiplied(generic, A, exact)
        if not const:
            assert generic("BsrSetStridedBatch", A, 2, WIDE(4), WIDE(4), WIDE(32)) == 0


@pytest.mark.parametrize(("const", "base"), list(product(["", "Const"], [0, 1])))
def test_slices(sparse_library: ctypes.CDLL, const: str, base: int) -> None:
    generic = Generic(sparse_library, "cusparse")
    exact, height = sparse((5, 6), "f8"), 2
    columns: list[int] = []
    values: list[float] = []
    offsets = [base]
    for first in range(0, 5, height):
        lines = [np.nonzero(exact[row])[0] if row < 5 else [] for row in (first, first + 1)]
        for turn in range(max(map(len, lines))):  # a slice lies by columns, filled with -1
            for row, line in zip((first, first + 1), lines, strict=True):
                is_there = turn < len(line)
                columns.append(line[turn] + base if is_there else -1)
                values.append(exact[row, line[turn]] if is_there else 0)
        offsets.append(len(values) + base)
    arrays = np.array(offsets, "i4"), np.array(columns, "i4"), np.array(values)
    generic.kept.append(arrays)
    A = generic.made(
        f"{const}SlicedEll", WIDE(5), WIDE(6), WIDE(np.count_nonzero(exact)), WIDE(len(values)),
        WIDE(height), *(at(one) for one in arrays), 2, 2, base, TYPES["f8"],
    )  # fmt: skip
    _multiplied(generic, A, exact)
