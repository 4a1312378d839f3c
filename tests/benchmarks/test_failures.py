"""A failed build is put down to what is absent, to what the conversion told, or to neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.failures import Cause, cause_of

TOLD = {
    "a/k.cu": [
        {"line": 2, "column": 1, "severity": "warning"},
        {"line": 3, "column": 1, "severity": "note"},
    ]
}


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    for name, text in (
        ("up", "one\ntwo\nthree\nf(two)\n"),
        ("port", "#include <x>\none\nTWO\nthree\nf(TWO)\n"),
    ):
        (tmp_path / name / "a").mkdir(parents=True)
        (tmp_path / name / "a" / "k.cu").write_text(text)
        (tmp_path / name / "a" / "own.h").touch()
    return tmp_path / "up", tmp_path / "port"


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("k.cu:3:1: error: no\n", Cause.TOLD),
        ("make[1]: Entering directory '{port}/a'\n./k.cu:3:1: error: no\n", Cause.TOLD),
        ("k.cu:4:1: error: only a note\n", Cause.UNTOLD),
        ("k.cu:5:1: error: the name again\n", Cause.TOLD),
        ("k.cu:2:1: error: no\nk.cu:3:1: error: no\n", Cause.UNTOLD),
        ("k.cu:1:10: fatal error: 'GL/gl.h' file not found\n", Cause.ABSENT),
        ("k.cu:1:10: fatal error: own.h: No such file or directory\n", Cause.UNTOLD),
        ("/usr/bin/ld: error: unable to find library -lGL\n", Cause.ABSENT),
        ("ModuleNotFoundError: No module named 'torch'\n", Cause.ABSENT),
        ("make: nvc++: No such file or directory\n", Cause.ABSENT),
        ("make: *** No rule to make target '../b/k.h', needed by 'k'.\n", Cause.ABSENT),
        ("make: *** No rule to make target 'own.h', needed by 'k'.\n", Cause.UNTOLD),
        ("ld: undefined reference to `f'\n", Cause.UNTOLD),
        ("make: *** [k.cu:3: all] Error 1\n", Cause.TOLD),
        ("k.cu:3:10: fatal error: 'GL/gl.h' file not found\n", Cause.TOLD),
    ],
)
def test_the_cause_of_a_failure(trees: tuple[Path, Path], output: str, cause: Cause) -> None:
    up, port = trees
    folder = port / "a" if "Entering" not in output else port
    assert cause_of(output.format(port=port), folder, up, port, TOLD) is cause


def test_the_error_of_an_asm_statement_may_be_in_its_operands(tmp_path: Path) -> None:
    text = 'int x;\nasm("mma %0;"\n    : "=f"(x));\ny =\n    x;\n'
    for name in ("up", "port"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "k.cu").write_text(text)
    told = {"k.cu": [{"line": 2, "column": 1, "severity": "error"}]}
    port = tmp_path / "port"
    for line, cause in ((3, Cause.TOLD), (5, Cause.UNTOLD)):
        output = f"k.cu:{line}:1: error: no\n"
        assert cause_of(output, port, tmp_path / "up", port, told) is cause
