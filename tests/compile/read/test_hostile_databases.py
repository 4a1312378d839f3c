"""A compilation database that a tree brought is read within bounds, or refused with a reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.compile.read.compile_commands import read_compile_commands
from porter.errors import PorterError


def test_nesting_without_end_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "compile_commands.json").write_text("[" * 200_000)
    with pytest.raises(PorterError, match="not a compilation database"):
        list(read_compile_commands(tmp_path, []))


def test_a_file_of_gigabytes_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "compile_commands.json").touch()
    os.truncate(tmp_path / "compile_commands.json", 100_000_000_000)
    with pytest.raises(PorterError, match="has more than 64 MB"):
        list(read_compile_commands(tmp_path, []))


@pytest.mark.parametrize("name", ["\\ud800", "/etc/passwd", "../../x.cu", "/dev/zero"])
def test_files_that_are_none_of_the_tree_give_no_unit(tmp_path: Path, name: str) -> None:
    entry = f'{{"directory": "{name}", "file": "{name}", "command": "nvcc -c {name}"}}'
    (tmp_path / "compile_commands.json").write_text(f"[{entry}]")
    assert list(read_compile_commands(tmp_path, [])) == []


def test_a_name_that_no_file_can_have_is_an_error(tmp_path: Path) -> None:
    entry = '{"directory": "a\\u0000b", "file": "a.cu", "command": "nvcc -c a.cu"}'
    (tmp_path / "compile_commands.json").write_text(f"[{entry}]")
    with pytest.raises(PorterError, match="holds a NUL"):
        list(read_compile_commands(tmp_path, []))
