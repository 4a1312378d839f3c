"""The file that a program reads is one of data, where its kind is the only one."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.known_commands import commands_of_source
from porter.verify.program.read_data import read_data


@pytest.mark.parametrize(("files", "found"), [
    ("bin/a.txt", "a.txt"), ("bin/data/a.txt", "data/a.txt"), ("a.mtx", "../a.mtx"),
    ("data/a.csv", "../data/a.csv"),
    ("bin/a.txt a.txt", "a.txt"),
    ("bin/a.txt bin/b.csv", ""),
    ("bin/larger.txt bin/b.txt", "b.txt"),
    ("bin/a.txt bin/b.txt c.txt", "a.txt"),
    ("bin/test_data/a.txt bin/inputs/b.txt", "inputs/b.txt"),
    ("test_data/larger.txt test_data/b.txt test_data/c.zip", "../test_data/b.txt"),
    ("bin/README.txt bin/requirements.txt bin/output.txt bin/a.cu", ""),
])  # fmt: skip
def test_a_file_of_data_is_meant(tmp_path: Path, files: str, found: str) -> None:
    (tmp_path / "bin").mkdir()
    for name in files.split():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("1 2 3\n" if "larger" in name else "1 2\n")
    assert read_data(tmp_path, "bin") == found


def test_an_empty_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    assert not read_data(tmp_path, ".")


def test_a_usage_text_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text('int main() { puts("Usage: a filename"); }\n')
    (tmp_path / "grid.txt").write_text("5 3\n")
    (found,) = commands_of_source(tmp_path, "a.cu")
    assert found.args == ("grid.txt",) and found.origin == "guessed: the usage text of a.cu"
