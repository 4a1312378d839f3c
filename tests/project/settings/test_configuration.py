"""porter.toml and compile_commands.json: what is taken from them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.compile_commands import flags
from porter.project.settings.configuration import configuration_for


def test_the_nearest_file_counts_up_to_the_work_tree_s_root(tmp_path: Path) -> None:
    (tmp_path / "porter.toml").write_text('[project]\nexclude = ["outer"]\n')
    inner = tmp_path / "repository" / "src"
    inner.mkdir(parents=True)
    assert configuration_for(inner).exclude == ("outer",)
    (tmp_path / "repository" / ".git").mkdir()
    assert configuration_for(inner).path is None
    (tmp_path / "repository" / "porter.toml").write_text('[findings]\nW05 = "off"\n')
    (inner / "a.cu").touch()
    found = configuration_for(inner / "a.cu")
    assert (found.exclude, found.severities) == ((), (("WRP05", "off"),))


def test_several_ports(tmp_path: Path) -> None:
    (tmp_path / "porter.toml").write_text(
        '[[project]]\nexclude = ["a"]\n[[project]]\nexclude = ["b", "c"]\n'
    )
    assert configuration_for(tmp_path).exclude == ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[project", "is not valid TOML"),
        ("[project]\nexclude = 3\n", "exclude is a list of strings"),
        ('[project]\nexclude = ["a", 3]\n', "exclude is a list of strings"),
        ("project = 3\n", "exclude is a list of strings"),
        ('[findings]\nW05 = "loud"\n', "'loud' is not a severity"),
        ("findings = 3\n", "is a table"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "porter.toml").write_text(text)
    with pytest.raises(PorterError, match=told) as caught:
        configuration_for(tmp_path)
    assert caught.value.path == tmp_path / "porter.toml"


def test_flags_of_a_compilation_database(tmp_path: Path) -> None:
    commands = [
        {"directory": "/w", "command": "nvcc -Iinc -I /abs -DA -D B=1 -isystem sys x.cu"},
        {"directory": "/w/k", "arguments": ["nvcc", "-I..", "-DA"]},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(commands))
    expected = (("/w/inc", "/abs", "/w/sys", "/w"), ("A", "B=1"))
    assert flags(tmp_path) == flags(tmp_path / "compile_commands.json") == expected


@pytest.mark.parametrize("text", ["{", "3", '[{"file": "a"}]', "[3]"])
def test_what_is_no_compilation_database_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(PorterError, match="not a compilation database"):
        flags(tmp_path / "x.json")
