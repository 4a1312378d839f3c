"""Makefiles of other work are not run to see which programs they make."""

from __future__ import annotations

from pathlib import Path

from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Ref
from porter.verify.program.discovery import found_programs
from tests.compile.tree import write_tree

FORMATTING = "autoformat:\n\ttouch ran\n\tblack src/\nlint:\n\tflake8 src/\n"
KERNEL = "__global__ void f(int *x) { *x = 1; }\n"


def found(tree: Path, files: dict[str, str]) -> list[str]:
    write_tree(tree, files)
    project = ProjectSettings(tree, tree)
    return [one.unusable or one.source or one.run for one in found_programs(project, Ref.CPU)]


def test_a_makefile_that_compiles_nothing_is_no_program(tmp_path: Path) -> None:
    assert found(tmp_path, {"Makefile": FORMATTING, "ext/setup.py": "", "ext/k.cu": KERNEL}) == []


def test_one_that_may_compile_is_asked(tmp_path: Path) -> None:
    makefile = "prog: ext/k.cu\n\tfalse $(CXX)\n"
    (said,) = found(tmp_path, {"Makefile": makefile, "ext/k.cu": KERNEL})
    assert said.startswith("make in .: ")
