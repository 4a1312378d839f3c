"""The names that a file gives to types: by keywords, by typedefs, behind a closing brace."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.source.cpp.type_names import type_names
from tests.time_limit import time_limit

_KEYWORDS = b"struct class union enum typename using".split()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        (b"struct A; class B {}; union C {}; using D = int;", b"A B C D"),
        (b"enum class A : int {};", b"A class"),
        (b"using typename A::B;", b"A typename"),
        (b"typedef unsigned  A;", b"A"),
        (b"typedef int A[4]; typedef void (*B)(int);", b""),
        (b"typedef struct { int x; } A;", b"A"),
        (b"CUERR cudaFree(p);", b""),
        (b"typedefs A; x} y z;", b""),
    ],
)
def test_what_is_a_name_of_a_type(code: bytes, names: bytes) -> None:
    assert type_names(code) == set(names.split())


def _is_type(name: bytes, code: bytes) -> bool:
    """Tell of one name, by looking at the whole text for it."""
    wanted = re.escape(name)
    by_keyword = rb"\b(?:%b)[ \t\r\n]+%b\b" % (b"|".join(_KEYWORDS), wanted)
    by_typedef = rb"\btypedef\b[^;{}]*\b%b[ \t]*;|\}[ \t]*%b[ \t]*;" % (wanted, wanted)
    return re.search(by_keyword, code) is not None or re.search(by_typedef, code) is not None


PIECES = [
    *_KEYWORDS,
    b"typedef",
    b"A",
    b"B",
    b"A_t",
    b" ",
    b"\n",
    *(bytes((c,)) for c in b";{}*,["),
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join))
def test_all_names_found_at_once_are_those_found_one_by_one(code: bytes) -> None:
    words = set(re.findall(rb"\w+", code)) - {*_KEYWORDS, b"typedef"}
    assert {word for word in words if _is_type(word, code)} == type_names(code) & words


@pytest.mark.parametrize("piece", [b"typedef A ", b"struct ", b"struct A ", b"} A ", b"A  \t"])
def test_a_text_that_comes_to_nothing_takes_no_time(piece: bytes) -> None:
    with time_limit(20):
        type_names(piece * 200_000)
