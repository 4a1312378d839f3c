"""CMake's commands: where they and their arguments stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.source.build_files.cmake import CMakeSyntaxError, Form, commands


def test_arguments_have_their_places() -> None:
    data = b'set(A "x;${Y}" [==[ raw ]] ]==] b\\ c) # set(B)\nIF((A) AND B)\nendif()\n'
    found = commands(data)
    assert [command.name for command in found] == [b"set", b"if", b"endif"]
    assert found[0].words == [b"A", b"x;${Y}", b" raw ]] ", b"b\\ c"]
    assert [a.form for a in found[0].arguments] == [
        Form.UNQUOTED, Form.QUOTED, Form.BRACKET, Form.UNQUOTED,
    ]  # fmt: skip
    for argument in found[0].arguments:
        assert data[argument.text_start : argument.text_end] == argument.text
    assert found[0].arguments[3].value == b"b c"
    assert found[1].words == [b"A", b"AND", b"B"]
    assert data[found[0].start : found[0].end].endswith(b"b\\ c)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('f(-Da="b c")', [b'-Da="b c"']),
        ("f($(MAKE) x)", [b"$(MAKE)", b"x"]),
        ("f(#[[ a ) ]] b)", [b"b"]),
        ("@PACKAGE_INIT@\nf(a)", [b"a"]),
    ],
)
def test_legacy_forms_and_comments(text: str, words: list[bytes]) -> None:
    assert commands(text.encode())[-1].words == words


@pytest.mark.parametrize("text", ["set(A", "set(A))", 'set("a)', "a b()", "(a)", "set", "x)"])
def test_what_is_no_cmake_is_refused(text: str) -> None:
    with pytest.raises(CMakeSyntaxError):
        commands(text.encode())


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        found = commands(data)
    except CMakeSyntaxError as error:
        assert 0 <= error.offset <= len(data)
    else:
        for command in found:
            assert data[command.open : command.open + 1] == b"("
            assert data[command.close : command.end] == b")"
