"""Brackets paired in one pass are those that a search from each of them finds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.source.text import brackets
from porter.source.text.bracket_pairs import angle_ends, bracket_pairs
from tests.thorough import amount

_SIGNS = ["(", ")", "[", "]", "{", "}", "<", ">", "->", "&&", "||", ";", ",", "a", " "]
_CODE = st.lists(st.sampled_from(_SIGNS), max_size=60).map(lambda parts: "".join(parts).encode())
_LINES = ["\n#if A\n", "\n#elif B\n", "\n# else\n", "\n#endif\n"]
_BRANCHES = st.lists(st.sampled_from([*"([{}])" * 2, *_LINES]), max_size=80).map(
    lambda parts: "".join(parts).encode()
)


@settings(max_examples=amount(100, 400))
@given(_CODE)
def test_all_pairs_are_those_found_one_by_one(code: bytes) -> None:
    pairs, ends = bracket_pairs(code), angle_ends(code)
    for at, byte in enumerate(code):
        if byte in b"([{":
            assert (pairs[at] or None) == brackets.closing(code, at)
        elif byte == 0x3C:
            assert (ends[at] or None) == brackets.template_arguments_end(code, at)


@settings(max_examples=amount(200, 800))
@given(_BRANCHES)
def test_pairs_across_branches_are_those_found_one_by_one(code: bytes) -> None:
    pairs = bracket_pairs(code)
    for at, byte in enumerate(code):
        if byte in b"([{":
            assert (pairs[at] or None) == brackets.closing(code, at)


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("{\n#if A\nif (x) {\n#elif B\nif (y) {\n#else\nif (z) {\n#endif\n} } {}", "} {}"),
        ("{\n#ifdef A\n#else\nif (x) {\n#endif\nf();\n#ifndef A\n}\n#endif\n} {}", "} {}"),
        ("{\n#if A\n} else {\n#else\n} else if (x) {\n#endif\n} {}", "} else {\n#else"),
        ("{\n#if A\n return 1; }\n#else\n return 2; }\n#endif\n{}", "}\n#else"),
        ("{\n#ifdef A\n f(\n#else\n g(\n#endif\n x); } {}", "} {}"),
    ],
)
def test_a_bracket_that_every_branch_opens_is_closed_once(code: str, end: str) -> None:
    assert bracket_pairs(code.encode())[0] == code.index(end)


@pytest.mark.parametrize("branch", ["#else", "#elif B\nif (z) {\n#else", "#elif B\n#else"])
def test_a_bracket_that_closes_several_branches_closes_each(branch: str) -> None:
    code = f"f() {{\n#if A\nif (x) {{\n{branch}\nwhile (y) {{\n#endif\n }} }} {{}}"
    end = code.index("} }")
    for opening in (at for at in range(5, end) if code[at] == "{"):
        assert brackets.closing(code.encode(), opening) == end


def test_a_head_that_two_branches_write_has_one_body() -> None:
    code = b"#if A\nvoid f(int) {\n#else\nvoid f(float) {\n#endif\n if (x) { g(); }\n} void h() {}"
    first, second = code.index(b"{"), code.index(b"{\n#endif")
    assert bracket_pairs(code)[first] == bracket_pairs(code)[second] == code.index(b"} void")


@pytest.mark.parametrize("depth", [10, 100, amount(6_000, 30_000)])
def test_nesting_of_any_depth(depth: int) -> None:
    code = b"f(" * depth + b"a<" * depth + b">" * depth + b")" * depth
    assert all(brackets.closing(code, 2 * at + 1) for at in range(depth))
    assert brackets.closing(code, 1) == len(code) - 1
    first = 2 * depth + 1
    assert all(
        brackets.template_arguments_end(code, first + 2 * at) == 5 * depth - at
        for at in range(depth)
    )


@pytest.mark.parametrize("part", [b"(", b"f(a[", b"a<", b"a<(", b"{(", b"<<<"])
def test_brackets_that_nothing_closes(part: bytes) -> None:
    code = part * amount(5_000, 20_000)
    for at, byte in enumerate(code):
        if byte in b"([{":
            assert brackets.closing(code, at) is None
        elif byte == 0x3C:
            assert brackets.template_arguments_end(code, at) is None
