"""Masking: what is code stays where it is, comments and literals become blanks."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from porter.source.text import lexer
from porter.source.text.languages import Language
from tests.source.text import reference_lexer

PIECES = st.sampled_from(
    [
        *(bytes([byte]) for byte in b"\"'\\/*\n\r\t #()RLuU8.0x_a<>;\x00\x80\xff"),
        b"//", b"/*", b"*/", b'R"(', b')"', b'u8R"x(', b')x"', b"1'000", b"\\\n", b"\\\r\n",
        b"\\ \n", b"cudaMalloc", b"'a'", b'"s"', b"#include <a//b>\n",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=40).map(b"".join))
LANGUAGES = st.sampled_from(list(Language))


@given(TEXTS, LANGUAGES)
def test_same_length_same_line_ends(data: bytes, language: Language) -> None:
    code = lexer.mask(data, language)
    assert len(code) == len(data)
    assert [at for at, byte in enumerate(data) if byte in b"\r\n"] == [
        at for at, byte in enumerate(code) if byte in b"\r\n"
    ]


@given(TEXTS, LANGUAGES)
def test_every_byte_stays_or_becomes_a_blank(data: bytes, language: Language) -> None:
    code = lexer.mask(data, language)
    assert all(now in (was, 0x20) for was, now in zip(data, code, strict=True))


@given(TEXTS)
@example(b"x = 1'000'000; c = 'cudaMalloc';")
@example(b'u8R"x( " )" )x" cudaMalloc')
@example(b"'a\\\n'")
def test_it_agrees_with_an_obvious_lexer(data: bytes) -> None:
    assert lexer.mask(data) == reference_lexer.mask(data)


@given(TEXTS)
def test_masking_masked_code_changes_nothing(data: bytes) -> None:
    once = lexer.mask(data, Language.MAKE)
    assert lexer.mask(once, Language.MAKE) == once


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a; // cudaMalloc\nb;", b"a;              \nb;"),
        (b"a; // x \\\n cudaMalloc\nb;", b"a;       \n           \nb;"),
        (b"a; // x \\ \r\n cudaMalloc\r\nb;", b"a;        \r\n           \r\nb;"),
        (b"a /* \n * cudaMalloc */ b", b"a    \n                 b"),
        (b"/*/ cudaMalloc */ b", b"                  b"),
        (b"/* never closed cudaMalloc", b"                          "),
        (b'f("cudaMalloc \\" // x", y)', b'f("                  ", y)'),
        (b"f('\\'', '\"', cudaMalloc)", b"f('  ', ' ', cudaMalloc)"),
        (b'R"(a " // )" x', b'R"         " x'),
        (b'LR"d(a )" )d" x', b'LR"         " x'),
        (b'PRINTR"(a" x)"', b'PRINTR"  " x)"'),
        (b'R"(never closed cudaMalloc', b'R                         '),
        (b"n = 1'000'000; c = 'x';", b"n = 1'000'000; c = ' ';"),
        (b"0x" + b"FF'" * 60 + b"FF + 'x'", b"0x" + b"FF'" * 60 + b"FF + ' '"),
        (b"u8'a' L'b'", b"u8' ' L' '"),
        (b'#error don\'t\ncudaMalloc("x");', b'#error don\'t\ncudaMalloc(" ");'),
        (b'"open\ncudaMalloc', b'"open\ncudaMalloc'),
        (b"", b""),
    ],
)  # fmt: skip
def test_c_and_cuda(before: bytes, after: bytes) -> None:
    assert lexer.mask(before) == after


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        (Language.PYTHON, b"a // b # 'x\nc", b"a // b     \nc"),
        (Language.PYTHON, b'"""a " \n # b""" + x', b'"      \n      " + x'),
        (Language.PYTHON, b"'it\\'s' + x", b"'     ' + x"),
        (Language.PYTHON, b"'''open\nx", b"       \n "),
        (Language.CMAKE, b"set(A b) # (\nx", b"set(A b)    \nx"),
        (Language.CMAKE, b"#[[ a\n b ]] x", b"     \n      x"),
        (Language.CMAKE, b"#[=[ a ]] ]=] x", b"              x"),
        (Language.CMAKE, b'set(A "# b\n c") d', b'set(A "   \n  ") d'),
        (Language.CMAKE, b"set(A [=[ # ]=]) d", b"set(A          ) d"),
        (Language.MAKE, b"A = 'b' # c \\\n d\ne", b"A = 'b'      \n  \ne"),
        (Language.MAKE, b"A = \\# b", b"A = \\# b"),
    ],
)
def test_other_languages(language: Language, before: bytes, after: bytes) -> None:
    assert lexer.mask(before, language) == after


def test_a_literal_of_megabytes_is_no_burden() -> None:
    data = b'x = "' + b"\\x00" * 1_000_000 + b'"; cudaMalloc'
    assert lexer.mask(data).endswith(b'"; cudaMalloc')


def test_names_are_whole_words() -> None:
    assert lexer.names(b"a->cudaMalloc(b2)\x00\xe9t\xe9 caf\xe9cudaFree") == {
        b"a", b"cudaMalloc", b"b2", b"\xe9t\xe9", b"caf\xe9cudaFree"
    }  # fmt: skip
