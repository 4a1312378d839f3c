"""Brackets and argument lists told apart without a parse tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.source.text.brackets import closing, split_arguments, template_arguments_end


def arguments(text: str) -> list[str]:
    code = text.encode()
    return [code[low:high].decode() for low, high in split_arguments(code, 0, len(code))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a, b", ["a", "b"]),
        ("", []),
        ("  \n ", []),
        ("a, ", ["a", ""]),
        ("f(a, b), {c, d}, e[i, j]", ["f(a, b)", "{c, d}", "e[i, j]"]),
        ("Pair<a, b>(c), d", ["Pair<a, b>(c)", "d"]),
        ("Pair<a, b>::size, d", ["Pair<a, b>::size", "d"]),
        ("Map<K, Pair<a, b>>{}, d", ["Map<K, Pair<a, b>>{}", "d"]),
        ("F<A&&, B>(), d", ["F<A&&, B>()", "d"]),
        ("a < b, c > d", ["a < b", "c > d"]),
        ("a<b, c>>2", ["a<b", "c>>2"]),
        ("a<b && c, d>e", ["a<b && c", "d>e"]),
        ("p->a<b, c", ["p->a<b", "c"]),
        ("[&](int a, int b) { return a, b; }, c", ["[&](int a, int b) { return a, b; }", "c"]),
        ("a \\\n , \\\n b", ["a", "b"]),
        ("cond ? f<1, 2>(x) : y, z", ["cond ? f<1, 2>(x) : y", "z"]),
    ],
)
def test_arguments(text: str, expected: list[str]) -> None:
    assert arguments(text) == expected


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("<a>", 3),
        ("<a, b<c>>(", 9),
        ("<(a > b)>", 9),
        ("<decltype(p->q)>", 16),
        ("<T&&>", 5),
        ("<T&& ...>", 9),
        ("<a && b>", None),
        ("< n; i++) x >", None),
        ("<a", None),
        ("<a]>", None),
    ],
)
def test_template_arguments(text: str, end: int | None) -> None:
    assert template_arguments_end(text.encode(), 0) == end


@pytest.mark.parametrize(
    ("text", "end"), [("()", 1), ("([{}])", 5), ("(]", None), ("(", None), ("(()", None)]
)
def test_closing(text: str, end: int | None) -> None:
    assert closing(text.encode(), 0) == end


@given(st.text("()[]{}<>,;&a ", max_size=60))
def test_arguments_are_in_order_and_inside(text: str) -> None:
    code = text.encode()
    last = 0
    for low, high in split_arguments(code, 0, len(code)):
        assert last <= low <= high <= len(code)
        last = high
