"""Scrambled sequences of Sobol's: they fill space as plain ones do, on the host and in kernels."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .conftest import loaded
from .test_rand import DTYPES, Quasi, quasi

pytestmark = pytest.mark.toolchain

#: By vendor: of 32 and of 64 bits, plain and scrambled.
TYPES = {"curand": ((201, 202), (203, 204)), "hiprand": ((501, 502), (503, 504))}
CASES = [(vendor, bits) for vendor in TYPES for bits in (32, 64)]


@pytest.fixture(scope="module")
def rand() -> ctypes.CDLL:
    return loaded("rand")


def drawn(
    rand: ctypes.CDLL, vendor: str, bits: int, dimensions: int, each: int, offset: int = 0
) -> Any:
    function = "Generate" if bits == 32 else "GenerateLongLong"
    type_ = TYPES[vendor][bits // 64][1]
    row = Quasi(type_, dimensions, offset, function, dimensions * each, 0, 0, [])
    return quasi(rand, vendor, row).reshape(dimensions, each)


def told(rand: ctypes.CDLL, vendor: str, bits: int, dimensions: int) -> tuple[Any, Any]:
    """Return the direction vectors and the constants of the first dimensions."""
    vectors, constants = ctypes.c_void_p(), ctypes.c_void_p()
    sets = {32: 102, 64: 104}
    get = getattr(rand, f"{vendor}GetDirectionVectors{bits}")
    assert get(ctypes.byref(vectors), sets[bits]) == 0
    assert getattr(rand, f"{vendor}GetScrambleConstants{bits}")(ctypes.byref(constants)) == 0

    def read(place: ctypes.c_void_p, *shape: int) -> Any:
        dtype = np.dtype(f"u{bits // 8}")
        size = int(np.prod(shape)) * dtype.itemsize
        return np.frombuffer(ctypes.string_at(place, size), dtype).reshape(shape)

    return read(vectors, dimensions, bits), read(constants, dimensions)


@pytest.mark.parametrize(("vendor", "bits"), CASES)
def test_each_interval_has_its_number(rand: ctypes.CDLL, vendor: str, bits: int) -> None:
    """Of 1024 numbers from a multiple of 1024 on, each is in an interval of its own."""
    words = drawn(rand, vendor, bits, 40, 1024, offset=3 * 1024)
    places = words >> np.array(bits - 10, words.dtype)
    assert (np.sort(places, axis=1) == np.arange(1024)).all()
    assert len({row.tobytes() for row in words}) == 40


@pytest.mark.parametrize(("vendor", "bits"), CASES)
def test_words_come_of_vectors_and_constants(rand: ctypes.CDLL, vendor: str, bits: int) -> None:
    """Gray code chooses the vectors, the constant is added: so are an H200's words made of its."""
    dimensions, each, offset = 5, 300, 77
    vectors, constants = told(rand, vendor, bits, dimensions)
    words = drawn(rand, vendor, bits, dimensions, each, offset)
    for d in range(dimensions):
        for i in range(each):
            code = (offset + i) ^ (offset + i) >> 1
            expected = int(constants[d])
            for bit in range(bits):
                expected ^= int(vectors[d][bit]) if code >> bit & 1 else 0
            assert int(words[d][i]) == expected


@pytest.mark.parametrize("vendor", TYPES)
def test_short_words_are_the_upper_halves(rand: ctypes.CDLL, vendor: str) -> None:
    short, long = (drawn(rand, vendor, bits, 20, 100) for bits in (32, 64))
    assert (short == long >> np.uint64(32)).all()


@pytest.mark.parametrize("vendor", TYPES)
def test_mistakes(rand: ctypes.CDLL, vendor: str) -> None:
    for bits, none in ((32, 103), (64, 101)):
        get, place = getattr(rand, f"{vendor}GetDirectionVectors{bits}"), ctypes.c_void_p()
        assert [get(ctypes.byref(place), none), get(None, 102)] == [104, 104]
        assert getattr(rand, f"{vendor}GetScrambleConstants{bits}")(None) == 104
    generator, out = ctypes.c_void_p(), np.zeros(2, DTYPES["GenerateLongLong"])
    where = ctypes.c_void_p(out.ctypes.data)
    create = getattr(rand, f"{vendor}CreateGenerator")
    assert create(ctypes.byref(generator), TYPES[vendor][1][1]) == 0
    assert getattr(rand, f"{vendor}Generate")(generator, where, ctypes.c_size_t(2)) == 103
