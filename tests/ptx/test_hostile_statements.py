"""`asm` statements of any bytes whatever are read to the end, and quickly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.ptx.parse import PtxSyntaxError, parse
from porter.ptx.statement import statements
from porter.source import SourceFile
from tests.thorough import amount
from tests.time_limit import time_limit

_PARTS = [
    *"\"()[]{}:,;\\\n %R'",
    "asm",
    " volatile",
    '"=r"(x)',
    'R"(',
    ')"',
    "//",
    "/*",
    '#define A "x"\n',
    "\n#define A ",
    "A",
    "\\\r\n",
    "\\x",
    "mov.u32 %0, 1;",
]


def read(data: bytes) -> None:
    for statement in statements(SourceFile("a.cu", data)):
        assert 0 <= statement.start < statement.end <= len(data)
        for operand in statement.operands:
            assert statement.start < operand.start <= operand.end <= operand.close <= len(data)
        try:
            parse(statement.text, extended=statement.is_extended)
        except PtxSyntaxError:
            pass


@pytest.mark.parametrize(
    "text",
    [
        'asm volatile("mov.u3u8"2 %0, %laneid;" : "=r"(x)) ; )',
        'asm volatile(")',
        'asm(" : "=r"(x));\n"',
        'asm("" : (" ) : "a" " (x)"));',
        'asm(R"x" : "=r"(x));',
        'asm(\n"\n);\n',
    ],
)
def test_a_quote_that_nothing_closes(text: str) -> None:
    with time_limit(5):
        read(text.encode())


@settings(max_examples=amount(100, 400), deadline=None)
@given(st.lists(st.sampled_from(_PARTS), max_size=24).map("".join))
def test_any_mixture_of_the_parts_of_statements(body: str) -> None:
    with time_limit(5):
        read(f"asm{body}".encode())
        read(f"asm({body})".encode())


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(body: bytes) -> None:
    with time_limit(5):
        read(b"asm volatile(" + body + b");")
