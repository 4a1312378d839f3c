"""Which findings an error belongs to: those of its statement, of its macro."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from porter.compile.feedback.causes import Kind
from porter.compile.feedback.output import cause_of
from porter.compile.feedback.record import Said
from porter.source.text.edits import Severity
from tests.compile.feedback.test_output import causes


def kinds(folder: Path, text: str, said: Said, lines: Iterable[int]) -> list[Kind]:
    """Return what errors in some lines of a port that is upstream's text are put down to."""
    up, port = folder / "up", folder / "port"
    for root in (up, port):
        root.mkdir()
        (root / "k.cu").write_text(text)
    known = causes(up, port, "k.cu", said)
    return [cause_of(f"k.cu:{line}:1: error: no\n", port, port, known).kind for line in lines]


def test_the_error_of_an_asm_statement_may_be_in_its_operands(tmp_path: Path) -> None:
    text = 'int x;\nasm("mma %0;"\n    : "=f"(x));\ny =\n    x;\n'
    said = Said("AAA01", Severity.ERROR, 2, 1, "no mma")
    assert kinds(tmp_path, text, said, (3, 5)) == [Kind.REPORTED, Kind.UNREPORTED]


def test_an_asm_statement_may_be_a_program(tmp_path: Path) -> None:
    text = "int x;\nasm volatile (\n" + '    "add.cc %0, %1;"\n' * 30
    text += '    :\n    "=r"(x)\n    : "r"(x));\ny = x;\n'
    said = Said("AAA01", Severity.ERROR, 2, 1, "no add.cc")
    expected = [Kind.REPORTED, Kind.REPORTED, Kind.REPORTED, Kind.UNREPORTED]
    assert kinds(tmp_path, text, said, (3, 34, 35, 36)) == expected


def test_the_finding_of_an_asm_statement_may_be_behind_the_error(tmp_path: Path) -> None:
    text = 'asm("mma %0;"  // (\n    : "=f"(x)\n    : "r"(y));\n'
    said = Said("AAA01", Severity.ERROR, 3, 7, "no such constraint")
    assert kinds(tmp_path, text, said, (1,)) == [Kind.REPORTED]


def test_the_error_of_an_expansion_may_be_in_the_macro(tmp_path: Path) -> None:
    text = (
        '#define MMA(x) \\\n  asm("mma "#x);\n#define ONE(x) x;\nMMA(1);\nONE(1);\n'
        "#define ALL(x) MMA(x)\nALL(1);\n"
    )
    said = Said("AAA01", Severity.ERROR, 2, 3, "no mma")
    assert kinds(tmp_path, text, said, (4, 5, 7)) == [
        Kind.REPORTED,
        Kind.UNREPORTED,
        Kind.REPORTED,
    ]


def test_the_error_of_a_statement_may_be_in_another_line_than_the_finding(tmp_path: Path) -> None:
    text = "if (x) {\n  // launch\n  k<N>\n      <<<4, N>>>(\n          y);\n  z();\n}\n"
    said = Said("AAA01", Severity.ERROR, 3, 3, "no launches here")
    found = kinds(tmp_path, text, said, (1, 4, 5, 6))
    assert found == [Kind.UNREPORTED, Kind.REPORTED, Kind.REPORTED, Kind.UNREPORTED]


def test_the_finding_of_a_call_may_be_behind_the_error(tmp_path: Path) -> None:
    text = "def f():\n    out = run(\n        [nvcc, '--list']\n    )\n    g(out)\n"
    said = Said("AAA01", Severity.ERROR, 3, 9, "nvcc is not there")
    found = kinds(tmp_path, text, said, (2, 1))
    assert found == [Kind.REPORTED, Kind.UNREPORTED]


def test_an_error_in_a_library_s_header_belongs_to_the_code_that_led_there(tmp_path: Path) -> None:
    up, port = tmp_path / "up", tmp_path / "port"
    for root in (up, port):
        root.mkdir()
        (root / "k.cu").write_text("int xx;\nint yy;\n")
    known = causes(up, port, "k.cu", Said("AAA01", Severity.ERROR, 2, 5, "no"))
    output = (
        f"/usr/include/h.h:9:1: error: no\n{port}/k.cu:%d:1: note: in instantiation\n"
        "make: *** [Makefile:1: k.o] Error 1\n"
    )
    found = [cause_of(output % line, port, port, known).kind for line in (1, 2)]
    assert found == [Kind.UNREPORTED, Kind.REPORTED]
