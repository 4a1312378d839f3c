"""Programs that a Makefile makes when it is asked for them by name, or that seem up to date."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from porter.own_build.systems import System
from porter.verify.place import CUDA_ON_CPU
from porter.verify.program.make_goals import program_goals
from porter.verify.program.own_build import built_tree

NAMED = """\
CC = nvcc
part.o: part.cu
\t$(CC) -c part.cu -o part.o
one.out: one.cu part.o
\t$(CC) part.o one.cu -o one.out
%.exe: %.cu
\t$(CC) $< -o $@
two: one.cu
\t$(CC) one.cu -o two
notes.html: notes.md
\tpandoc notes.md -o notes.html
check: two
\t./two
.PHONY: check clean
clean:
\trm -f one.out
"""


def test_goals_are_what_a_compiler_for_devices_makes_and_no_part(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(NAMED)
    for name in ("part.cu", "one.cu", "notes.md"):
        (tmp_path / name).touch()
    assert sorted(program_goals(tmp_path, os.environ)) == ["one.out", "two"]
    assert not (tmp_path / "one.out").exists()


HANDED_ON = """\
help:
\t@echo "make V0 or make V1, then make run"
V0:
\t$(MAKE) build VERSION=V0
V1:
\t$(MAKE) build VERSION=V1
build:
\tnvcc -o $(VERSION)/sort main.cu -I$(VERSION)
try: build
\t./V0/sort
.PHONY: help V0 V1 build try
"""


def test_goals_that_are_no_files_count_where_there_are_no_others(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(HANDED_ON)
    assert sorted(program_goals(tmp_path, os.environ)) == ["V0", "V1"]


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("makefile", "keeps", "programs"),
    [
        ("k.o: k.cu\n\tnvcc -c k.cu -o k.o\nk: k.o\n\tnvcc k.o -o k\n", False, ("k",)),
        ("all: k\nk: k.cu\n\tnvcc k.cu -o k\n", True, ("k",)),
    ],
)
def test_a_build_that_makes_no_program_is_asked_again(
    tmp_path: Path, makefile: str, keeps: bool, programs: tuple[str, ...]
) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "Makefile").write_text(makefile)
    (tree / "k.cu").write_text("__global__ void f() {}\nint main() { f<<<1, 1>>>(); }\n")
    if keeps:  # upstream committed what it had built
        shutil.copy(sys.executable, tree / "k")
        os.utime(tree / "k")
    built = built_tree(tree, ".", System.MAKE, CUDA_ON_CPU, 100)
    assert (built.programs, built.problem) == (programs, "")
