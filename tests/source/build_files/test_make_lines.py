"""A Makefile's lines, and the commands of a recipe."""

from __future__ import annotations

import time

import pytest

from porter.source.build_files.make_commands import Compiler, call, commands
from porter.source.build_files.makefile import Kind, included, lines


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        (b"A = b", Kind.ASSIGNMENT, b""),
        (b"a b: A += c", Kind.ASSIGNMENT, b"a b: "),
        (b"$(A): B := c", Kind.ASSIGNMENT, b"$(A): "),
        (b"$(addprefix $(A),b) x: B = c", Kind.ASSIGNMENT, b"$(addprefix $(A),b) x: "),
        (b"$(A:.cu=.o): B = c", Kind.ASSIGNMENT, b"$(A:.cu=.o): "),
        # The sign is the substitution's, and the line a rule.
        (b"$(A:.cu=.o): %.o: %.cu", Kind.OTHER, b""),
        (b"${A:.cu=.o}: b.cu", Kind.OTHER, b""),
        (b"$(info a: b = c)", Kind.OTHER, b""),
    ],
)
def test_an_assignment_for_targets_is_told_from_a_rule(
    text: bytes, kind: Kind, target: bytes
) -> None:
    (line,) = lines(text + b"\n")
    assert (line.kind, line.target) == (kind, target)


@pytest.mark.parametrize(
    "line", [b"$(info a: b)", b"$(call f,a:b)", b"vpath %.c a:b", b"include x"]
)
def test_a_line_that_is_no_rule_ends_one(line: bytes) -> None:
    *_, last = lines(b"all: x\n" + line + b"\nifdef X\n\tB = 2\n")
    assert (last.kind, last.name) == (Kind.ASSIGNMENT, b"B")


def test_an_assignment_by_a_tab_below_a_rule_is_a_recipe() -> None:
    for head in (b"$(all): x", b"include/config.h: x"):
        *_, last = lines(head + b"\nifdef X\n\tB = 2\n")
        assert last.kind is Kind.RECIPE


def test_a_recipe_below_a_rule_with_a_substitution_is_one() -> None:
    kinds = [line.kind for line in lines(b"$(A:.cu=.o): %.o: %.cu\n\tnvcc -c $<\n")]
    assert kinds == [Kind.OTHER, Kind.RECIPE]


def test_lines_of_unclosed_references_are_read_in_time() -> None:
    start = time.monotonic()
    list(lines(b"$(" * 200_000 + b"\n" + b"a $( " * 100_000 + b": A = 1\n"))
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"a && b; c | d || e", [b"a ", b" b", b" c ", b" d ", b" e"]),
        (b'a \'b; c\' && "d | \\" e"', [b"a 'b; c' ", b' "d | \\" e"']),
        (b"a \\; b; c", [b"a \\; b", b" c"]),
        (b"it's; b", [b"it's", b" b"]),
        (b"", [b""]),
    ],
)
def test_commands_end_where_a_shell_ends_them(text: bytes, expected: list[bytes]) -> None:
    assert [text[start:end] for start, end in commands(text)] == expected


@pytest.mark.parametrize(
    ("text", "name", "compiler", "rest"),
    [
        (b"@-nvcc a.cu", b"nvcc", Compiler.DEVICE, b" a.cu"),
        (b"time A=1 /opt/rocm/bin/hipcc a", b"hipcc", Compiler.DEVICE, b" a"),
        (b"x86_64-linux-gnu-g++-12 a", b"x86_64-linux-gnu-g++-12", Compiler.HOST, b" a"),
        (b"amdclang++ a", b"amdclang++", Compiler.HOST, b" a"),
    ],
)
def test_the_compiler_that_a_command_calls(
    text: bytes, name: bytes, compiler: Compiler, rest: bytes
) -> None:
    found = call(text)
    assert found is not None
    assert (found.name, found.compiler, text[found.end :]) == (name, compiler, rest)
    assert call(b"echo " + text) is None


def test_what_a_line_includes() -> None:
    found = [included(line) for line in lines(b"-include a b\nsinclude $(C)\nincluded = 1\n")]
    assert found == [b"a b", b"$(C)", b""]
