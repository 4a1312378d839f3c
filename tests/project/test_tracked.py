"""What git tracks belongs to a project although a `.gitignore` file names it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.project.discover import discover
from porter.project.tracked import Tracked, index_paths

_LONG = "long/" + "x" * 200


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path in ("data/a.csv", "data/b.csv", "src/data/deep/c.csv", "src/a.cu", _LONG):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    (tmp_path / ".gitignore").write_text("data/\n*.csv\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", "data/a.csv", "src/data", "src/a.cu", _LONG)
    return tmp_path


def test_tracked_files_come_along(tree: Path) -> None:
    (tree / "src/data/new").mkdir()
    (tree / "src/data/new/d.csv").touch()
    project = discover(tree)
    assert [entry.path for entry in project.entries] == [
        ".gitignore",
        "data/a.csv",
        _LONG,
        "src/a.cu",
        "src/data/deep/c.csv",
    ]
    assert project.excluded == {
        ".git": "no source",
        "data/b.csv": ".gitignore",
        "src/data/new": ".gitignore",
    }


def test_a_folder_of_a_work_tree(tree: Path) -> None:
    assert [entry.path for entry in discover(tree / "src").entries] == ["a.cu", "data/deep/c.csv"]


def test_what_the_user_excludes_stays_out(tree: Path) -> None:
    assert "data" in discover(tree, ["data"]).excluded


def test_the_forms_of_the_index(tree: Path) -> None:
    expected = sorted(["data/a.csv", _LONG, "src/a.cu", "src/data/deep/c.csv"])
    git(tree, "add", "-N", "-f", "data/b.csv")  # an extended entry, of version 3
    assert b"data/b.csv" in index_paths(tree)
    git(tree, "rm", "-q", "--cached", "data/b.csv")
    for version in ("2", "4"):
        git(tree, "update-index", "--index-version", version)
        assert [path.decode() for path in index_paths(tree)] == expected


def test_names_by_sha_256(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    for number in range(20):
        (tmp_path / f"file{number}").touch()
    git(tmp_path, "add", ".")
    assert len(index_paths(tmp_path)) == 20


def test_another_work_tree(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "tree"
    git(tree, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m")
    git(tree, "worktree", "add", str(other))
    assert index_paths(other) == index_paths(tree)


@pytest.mark.parametrize("content", [b"", b"DIRC", b"DIRC\0\0\0\2\xff\xff\xff\xff", b"gitdir: /\n"])
def test_a_damaged_index_tracks_nothing_and_is_told(tree: Path, content: bytes) -> None:
    (tree / ".git/index").write_bytes(content)
    unreadable: dict[str, str] = {}
    assert not Tracked(tree, unreadable).holds("data/a.csv")
    assert unreadable == {".git/index": "is not a git index in a known format"}
    assert ".git/index" in discover(tree).unreadable


def test_an_index_that_is_too_large_is_told(tree: Path) -> None:
    os.truncate(tree / ".git/index", 600_000_000)
    assert discover(tree).unreadable == {".git/index": "has more than 512 MB: 600,000,000 bytes"}


def test_a_repository_without_an_index_tracks_nothing(tree: Path) -> None:
    (tree / ".git/index").unlink()
    unreadable: dict[str, str] = {}
    assert not Tracked(tree, unreadable).holds("data/a.csv")
    assert unreadable == {}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(changes=st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=4))
def test_no_index_is_too_damaged(tree: Path, changes: list[tuple[int, int]]) -> None:
    index = bytearray((tree / ".git/index").read_bytes())
    damaged = bytearray(index)
    for at, byte in changes:
        damaged[at % len(damaged)] = byte
    (tree / ".git/index").write_bytes(damaged)
    Tracked(tree, {}).holds("data/a.csv")
    (tree / ".git/index").write_bytes(index)
