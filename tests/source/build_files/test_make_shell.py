"""What a Makefile's `$(shell …)` says, where the tree decides it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.source.build_files.make_shell import said

FILES = ("a.cu", "b.cpp", "src/c.cu", "src/deep/d.cu")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("find . -name '*.cu'", "./a.cu ./src/c.cu ./src/deep/d.cu"),
        ('find src -type f -name "*.cu" 2>/dev/null | sort', "src/c.cu src/deep/d.cu"),
        ("find src/ -maxdepth 1 -name *.cu", "src/c.cu"),
        (r"find . -maxdepth 1 \( -name '*.cu' -o -name '*.cpp' \)", "./a.cu ./b.cpp"),
        ("ls *.cu", "a.cu"),
        ("ls -1 src/*.cu", "src/c.cu"),
        ("echo *.cu x", "a.cu x"),
        ("uname -s", "Linux"),
    ],
)
def test_files_are_listed(tree: Path, command: str, answer: str) -> None:
    assert said(command, tree, tree) == answer


@pytest.mark.parametrize(
    "command",
    [
        "find . -newer a.cu",
        "find .. -name '*.cu'",
        "find . -name '*.cu' -exec rm {} ;",
        "find . -name '*.cu' | grep -v d",
        "ls",
        "ls src",
        "ls $(date)",
        "git describe",
        "uname -m",
        "find . -name '",
        "",
    ],
)
def test_nothing_is_known_of_others(tree: Path, command: str) -> None:
    assert said(command, tree, tree) is None


def test_where_make_is_started(tree: Path) -> None:
    assert said("pwd", tree, tree / "src") == said("pwd -P", tree, tree / "src") == f"{tree}/src"
