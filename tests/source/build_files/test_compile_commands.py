"""A compilation database, which a stranger may have written: its commands, or a refusal."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from porter.compile.read.compile_commands import read_compile_commands
from porter.errors import PorterError
from porter.project.compile_commands import flags
from porter.source.build_files.compile_commands import compile_commands

#: Both who read one.
READERS: list[Callable[[Path], Any]] = [
    flags,
    lambda path: list(read_compile_commands(path.parent, [])),
]


def test_a_command_is_split_as_a_shell_does_unless_it_is_split_already(tmp_path: Path) -> None:
    entries = [
        {"directory": "/w", "file": "a.cu", "command": "nvcc -DY='a b' -c a.cu"},
        {"directory": "b", "file": "b.cu", "arguments": ["nvcc", "-DX=a b"], "command": "ignored"},
        {"directory": "b", "command": "nvcc"},
    ]
    path = tmp_path / "compile_commands.json"
    path.write_text(json.dumps(entries))
    assert list(map(tuple, compile_commands(path))) == [
        ("a.cu", "/w", ("nvcc", "-DY=a b", "-c", "a.cu")),
        ("b.cu", "b", ("nvcc", "-DX=a b")),
        ("", "b", ("nvcc",)),
    ]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a": 1}',
        "[[]]",
        "null",
        '[{"directory": 1, "file": "a.cu", "command": "nvcc"}]',
        '[{"directory": ".", "file": 1, "command": "nvcc"}]',
        '[{"directory": ".", "file": "a\\u0000.cu", "command": "nvcc"}]',
        '[{"directory": ".", "file": "a.cu", "arguments": ["nvcc", "-I\\u0000"]}]',
        '[{"directory": ".", "file": "a.cu", "command": "nvcc \'"}]',
    ],
)
def test_what_is_no_database_is_refused_with_its_name(
    tmp_path: Path, reader: Callable[[Path], Any], text: str
) -> None:
    path = tmp_path / "compile_commands.json"
    path.write_text(text)
    with pytest.raises(PorterError, match="not a compilation database") as caught:
        reader(path)
    assert caught.value.path == path
    assert caught.value.hint


@pytest.mark.parametrize("reader", READERS)
def test_a_database_that_is_too_large_is_refused(
    tmp_path: Path, reader: Callable[[Path], Any]
) -> None:
    path = tmp_path / "compile_commands.json"
    path.touch()
    os.truncate(path, 100_000_000)
    with pytest.raises(PorterError, match="has more than 64 MB"):
        reader(path)


def test_a_unit_needs_a_file(tmp_path: Path) -> None:
    path = tmp_path / "compile_commands.json"
    path.write_text('[{"directory": ".", "command": "nvcc"}]')
    with pytest.raises(PorterError, match="a command without a file"):
        list(read_compile_commands(tmp_path, []))
