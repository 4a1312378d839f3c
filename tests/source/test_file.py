"""What rules may ask of a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.source import SourceFile
from porter.source.text import trees
from porter.source.text.languages import Language
from porter.source.text.trees import TooLargeToParse


def file(text: str | bytes, **rest) -> SourceFile:
    return SourceFile("a.cu", text.encode() if isinstance(text, str) else text, **rest)


def only(text: str, name: str) -> int:
    (start,) = file(text).occurrences(name.encode())
    return start


def test_names_stand_in_code_only() -> None:
    seen = file('cudaFree; // cudaFree\nputs("cudaFree"); xcudaFree; cudaFree2; 1cudaFree;')
    assert seen.occurrences(b"cudaFree") == [0]


def test_a_name_beside_a_letter_beyond_ascii_is_part_of_a_longer_name() -> None:
    assert file(b"caf\xe9cudaFree cudaFree\xe9 cudaFree").occurrences(b"cudaFree") == [23]


def test_many_names_at_once_and_one_by_one_agree() -> None:
    words = [f"name{number % 40}" for number in range(200)]
    names = frozenset(word.encode() for word in words)
    text = " + ".join(words)
    together = sorted(file(text).occurrences_of(names))
    single = sorted(
        (at, at + len(name), name) for name in names for at in file(text).occurrences(name)
    )
    assert together == single
    assert len(together) == 200


def test_places_of_the_project_s_own_are_left_out() -> None:
    seen = file("cudaFree cudaFree cudaFree", own={b"cudaFree": frozenset({9})})
    assert seen.occurrences(b"cudaFree") == [0, 18]
    assert seen.all_occurrences(b"cudaFree") == [0, 9, 18]
    assert list(seen.occurrences_of(frozenset({b"cudaFree"}))) == [
        (0, 8, b"cudaFree"),
        (18, 26, b"cudaFree"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x.f", True),
        ("x->f", True),
        ("x-> \n f", True),
        ("x.template f<1>()", True),
        ("x->template f<1>()", True),
        ("f", False),
        (" f", False),
        ("...f", False),
        ("x > f", False),
        ("X::f", False),
        (". f", True),
    ],
)
def test_members(text: str, expected: bool) -> None:
    assert file(text).is_member(only(text, "f")) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f", None),
        ("::f", b""),
        ("return ::f", b""),
        ("throw ::f", b""),
        ("else ::f", b""),
        ("const ::f", b""),
        ("(void)::f", b""),
        ("a::f", b"a"),
        ("a :: b /* c */ :: f", b"a::b"),
        ("::a::f", b"a"),
        ("A<int>::f", b"<>"),
        ("A<int>::b::f", b"<>::b"),
        ("a::template f<1>()", b"a"),
        ("x ? y : f", None),
        ("\xe9a::f", "\xe9a".encode()),
        ("typedef ::f", b""),
        ("operator ::f", b""),
        ("a bitand ::f", b""),
        ("__shared__ ::a::f", b"a"),
        ("__device__::f", b""),
        ("MY_EXPORT ::f", b""),
        ("MY_SCOPE::f", b"MY_SCOPE"),
        ("template <class T> ::f", b""),
        ("__gnu_cxx::f", b"__gnu_cxx"),
    ],
)
def test_qualifiers(text: str, expected: bytes | None) -> None:
    start = file(text).occurrences(b"f")[0]
    assert file(text).qualifier(start) == expected


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("f(a, g(b, c))", ["a", "g(b, c)"]),
        ("f<int, 2>(a)", ["a"]),
        ("f /* x */ (a)", ["a"]),
        ("f()", []),
        ("ns::f(a)", ["a"]),
    ],
)
def test_calls(text: str, arguments: list[str]) -> None:
    seen = file(text)
    (call,) = seen.calls(b"f")
    assert [seen.data[low:high].decode() for low, high in call.arguments] == arguments


@pytest.mark.parametrize(
    "text", ["f", "f;", "x.f(a)", "#define f(a) a", "f<<<1, 2>>>(a)", "f(a", "f < 2", "f[1](a)"]
)
def test_no_calls(text: str) -> None:
    assert list(file(text).calls(b"f")) == []


def test_includes() -> None:
    seen = file(
        '#include <a.h>\n # include "b//c.h"\n// #include <no.h>\n'
        "#if __has_include(<d.h>)\n#include MACRO\n#endif\n"
    )
    assert [(one.path, one.angled, one.is_test) for one in seen.includes] == [
        (b"a.h", True, False),
        (b"b//c.h", False, False),
        (b"d.h", True, True),
    ]
    assert all(seen.data[one.path_start : one.path_end] == one.path for one in seen.includes)
    assert b"a.h" not in seen.code
    assert len(seen.code) == len(seen.data)


def test_other_languages_have_no_includes() -> None:
    assert file("#include <a.h>\n", language=Language.PYTHON).includes == ()


def test_directives_hold_their_continuation_lines() -> None:
    seen = file("\ufeff#pragma once\n  # define A(x) \\\n  x + \\ \r\n  1\nint a;\n#endif")
    assert [(one.keyword, seen.code[one.body_start : one.end]) for one in seen.directives] == [
        (b"pragma", b" once"),
        (b"define", b" A(x) \\\n  x + \\ \r\n  1"),
        (b"endif", b""),
    ]


def test_positions_and_lines() -> None:
    seen = file("one\r\ntwo\nthree")
    assert seen.position(0) == (1, 1)
    assert seen.position(5) == (2, 1)
    assert seen.position(12) == (3, 4)
    assert [seen.line(number) for number in (1, 2, 3)] == [b"one", b"two", b"three"]
    assert seen.newline == b"\r\n"


@given(st.text(" \t\n\\ab.:", max_size=80), st.integers(0, 80))
def test_steps_over_blanks_are_those_of_a_loop(text: str, offset: int) -> None:
    seen = file(text)
    offset = min(offset, len(text))
    after = next((at for at in range(offset, len(text)) if text[at] not in " \t\r\n\\"), len(text))
    before = next((at for at in range(offset - 1, -1, -1) if text[at] not in " \t\r\n\\"), -1)
    assert (seen.next(offset), seen.previous(offset)) == (after, before)


def test_a_file_too_large_to_parse_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "LARGEST", 10)
    with pytest.raises(TooLargeToParse):
        _ = file("int a; int b;").tree


def test_names_of_a_large_file_do_without_its_numbers() -> None:
    text = b"0x1F, 12.5f, cudaFree, " * 60_000
    assert file(text).names == {b"cudaFree"}


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("cub::name", "cub"),
        ("a::b :: name", "a"),
        ("return ::name", "::"),
        ("return :: cub::name", ":: cub"),
        ("EXPORT ::cub::name", "::cub"),
        ("x = name", "name"),
    ],
)
def test_where_a_qualified_name_begins(text: str, start: str) -> None:
    assert file(text).qualified_start(text.index("name")) == text.index(start)
