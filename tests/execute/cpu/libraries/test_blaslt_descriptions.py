"""What descriptions of hipBLASLt and cuBLASLt are told they tell again, and end once."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import pytest

from .light_calls import BAD_VALUE, OPERATIONS, Light

pytestmark = pytest.mark.toolchain

WIDE, SIGNED, NUMBER, SMALL, REAL, PLACE = (
    ctypes.c_uint64, ctypes.c_int64, ctypes.c_int32, ctypes.c_int8, ctypes.c_float,
    ctypes.c_void_p,
)  # fmt: skip


class Attribute(NamedTuple):
    """An attribute: its numbers, HIP's and CUDA's or none, its type, and what it is at first."""

    codes: tuple[int | None, int | None]
    kind: Any
    first: Any = None


#: By the description's name. Sources: hipblaslt.h and cublasLt.h.
ATTRIBUTES = {
    "MatmulDesc": {
        "compute type": Attribute((None, 0), NUMBER, 68),
        "scale type": Attribute((None, 1), NUMBER, 0),
        "pointer mode": Attribute((13, 2), NUMBER, 0),
        "transposition of A": Attribute((0, 3), NUMBER, OPERATIONS),
        "transposition of B": Attribute((1, 4), NUMBER, OPERATIONS),
        "transposition of C": Attribute((None, 5), NUMBER, OPERATIONS),
        "epilogue": Attribute((2, 7), NUMBER, 1),
        "bias": Attribute((3, 8), PLACE),
        "bias stride": Attribute((None, 10), SIGNED, 0),
        "bias type": Attribute((4, 26), NUMBER, -1),
        "auxiliary": Attribute((10, 11), PLACE),
        "auxiliary ld": Attribute((11, 12), SIGNED, 0),
        "auxiliary stride": Attribute((12, 13), SIGNED, 0),
        "auxiliary type": Attribute((22, 22), NUMBER, -1),
        "alpha stride": Attribute((None, 14), SIGNED, 0),
        "processors": Attribute((None, 15), NUMBER, 0),
        "scale of A": Attribute((5, 17), PLACE),
        "scale of B": Attribute((6, 18), PLACE),
        "scale of C": Attribute((7, 19), PLACE),
        "scale of D": Attribute((8, 20), PLACE),
        "largest of D": Attribute((14, 21), PLACE),
        "scale of auxiliary": Attribute((9, 23), PLACE),
        "largest of auxiliary": Attribute((None, 24), PLACE),
        "fast sums": Attribute((None, 25), SMALL, 0),
        "scale mode of A": Attribute((31, None), NUMBER),
    },
    "MatrixTransformDesc": {
        "scale type": Attribute((0, 0), NUMBER, 0),
        "pointer mode": Attribute((1, 1), NUMBER, 0),
        "transposition of A": Attribute((2, 2), NUMBER, OPERATIONS),
        "transposition of B": Attribute((3, 3), NUMBER, OPERATIONS),
    },
    "MatmulPreference": {
        "search": Attribute((0, 0), NUMBER, 0),
        "bytes": Attribute((1, 1), WIDE, 0),
        "alignment of A": Attribute((None, 5), NUMBER, 256),
        "alignment of D": Attribute((None, 8), NUMBER, 256),
        "waves": Attribute((None, 9), REAL, 0),
        "implementations": Attribute((None, 12), WIDE, 2**64 - 1),
    },
}
#: What each is created of, behind its place.
CREATED: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "MatmulDesc": ((2, 0), (68, 0)), "MatrixTransformDesc": ((0,), (0,)),
    "MatmulPreference": ((), ()),
}  # fmt: skip
UNKNOWN = 99


@pytest.fixture(params=["hipblasLt", "cublasLt"])
def light(request: pytest.FixtureRequest, blaslt: ctypes.CDLL) -> Light:
    return Light(blaslt, str(request.param))


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes(light: Light, name: str) -> None:
    described = ctypes.c_void_p()
    assert light(f"{name}Create", ctypes.byref(described), *CREATED[name][light.is_cuda]) == 0
    wrong, given = BAD_VALUE[light.prefix], {}
    rows = [(one, one.codes[light.is_cuda]) for one in ATTRIBUTES[name].values()]
    for turn, (attribute, code) in enumerate(rows, start=3):
        if code is None:
            continue
        size, needed = ctypes.c_size_t(ctypes.sizeof(attribute.kind)), ctypes.c_size_t()
        value, get = attribute.kind(77), f"{name}GetAttribute"
        assert light(get, described, code, ctypes.byref(value), size, None) == 0
        if attribute.first is not None:
            first = attribute.first
            assert value.value == (first[light.prefix] if isinstance(first, dict) else first)
        assert light(get, described, code, None, ctypes.c_size_t(0), ctypes.byref(needed)) == 0
        assert needed.value == size.value
        few = ctypes.c_size_t(size.value - 1)
        assert light(get, described, code, ctypes.byref(value), few, None) == wrong
        given[code] = attribute.kind(turn)
        assert light.set(name, described, code, given[code]) == 0
    for code, one in given.items():
        told, needed = type(one)(0), ctypes.c_size_t()
        words = (ctypes.byref(told), ctypes.c_size_t(ctypes.sizeof(one)), ctypes.byref(needed))
        assert light(f"{name}GetAttribute", described, code, *words) == 0
        assert (told.value, needed.value) == (one.value, ctypes.sizeof(one))
        assert light(f"{name}GetAttribute", described, UNKNOWN, *words) == wrong
    assert [light(f"{name}Destroy", described) for _ in range(2)] == [0, wrong]
    assert light(f"{name}GetAttribute", described, code, *words) == wrong
