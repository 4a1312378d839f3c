"""Makefiles that say too little for several jobs: one job after the other builds them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli.build import command

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

MAKEFILE = "all: objects program\nobjects:\n\tsleep 1; {make}\nprogram: {part}\n\tcp $< $@\n"


def built(port: Path) -> Result:
    return CliRunner().invoke(command, ["--native", "--jobs", "2", str(port)])


def write(folder: Path, makefile: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "Makefile").write_text(makefile)
    return folder


def test_what_came_later_is_taken_by_one_job(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", MAKEFILE.format(make="echo part > a.o", part="a.o"))
    done = built(port)
    assert done.exit_code == 0, done.output
    assert (port / "program").read_text() == "part\n"
    assert "once more, one job at a time" in done.output


def test_so_is_it_in_a_folder_that_make_is_called_in(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "all:\n\t$(MAKE) -C sub\n")
    write(port / "sub", MAKEFILE.format(make="echo part > ../a.o", part="../a.o"))
    done = built(port)
    assert done.exit_code == 0, done.output
    assert (port / "sub/program").is_file()


def test_a_recipe_that_takes_away_what_another_reads(tmp_path: Path, rocm: Path) -> None:
    makefile = "all: tool app\ntool:\n\trm -f x.h; sleep 1; ! test -f x.h\n"
    done = built(write(tmp_path / "port", makefile + "app:\n\techo > x.h; test -f x.h\n"))
    assert done.exit_code == 0, done.output


def test_what_one_job_lacks_too_is_a_failure(tmp_path: Path, rocm: Path) -> None:
    done = built(write(tmp_path / "port", MAKEFILE.format(make="true", part="a.o")))
    assert done.exit_code == 1
    assert done.output.count("No rule to make target 'a.o'") == 3  # twice by make, once told


def test_failures_of_the_first_run_are_no_longer_told(tmp_path: Path, rocm: Path) -> None:
    makefile = MAKEFILE.format(make="echo part > a.o", part="a.o")
    makefile = makefile.replace("program:", "last: program\n\thipcc -arch=sm_70 -o x\nprogram:")
    done = built(write(tmp_path / "port", makefile.replace("objects program", "objects last")))
    assert done.exit_code == 1
    assert "unknown argument" in done.output
    assert "No rule to make" not in done.output.rpartition("failed (exit status 2)")[2]
