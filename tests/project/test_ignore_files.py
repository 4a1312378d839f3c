"""Git's other ignore files are read as git reads them, and none that a tree names."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.project.discover import Project, discover

_PATHS = ("a.log", "b.log", "keep.log", "sub/a.log", "sub/keep.log", "sub/deep/b.log", "x/sub/a.cu")
_PATTERNS = ("*.log", "!keep.log", "/a.log", "sub/", "/sub/*.log", "!/sub", "deep/", "!*.log", "*")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without settings."""
    folder = tmp_path / "home"
    (folder / ".config/git").mkdir(parents=True)
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for path in _PATHS:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    subprocess.run(["git", "init", "-q", "--template=", str(root)], check=True)
    (root / ".git/info").mkdir()
    return root


def taken(project: Project) -> set[str]:
    return {entry.path for entry in project.entries if entry.path in _PATHS}


def taken_by_git(root: Path) -> set[str]:
    command = ["git", "-C", str(root), "ls-files", "-z", "--others", "--exclude-standard"]
    done = subprocess.run(command, capture_output=True, check=True)
    return {os.fsdecode(path) for path in done.stdout.split(b"\0")} & set(_PATHS)


_RULES = st.lists(st.sampled_from(_PATTERNS), max_size=3).map("\n".join)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(user=_RULES, repository=_RULES, top=_RULES, below=_RULES)
def test_the_files_decide_in_the_order_of_git(
    home: Path, tree: Path, user: str, repository: str, top: str, below: str
) -> None:
    (home / ".config/git/ignore").write_text(user)
    (tree / ".git/info/exclude").write_text(repository)
    (tree / ".gitignore").write_text(top)
    (tree / "sub/.gitignore").write_text(below)
    assert taken(discover(tree)) == taken_by_git(tree)


def test_a_folder_of_the_work_tree_is_ruled_by_them_too(home: Path, tree: Path) -> None:
    (home / ".config/git/ignore").write_text("/sub/a.log\n")
    (tree / ".git/info/exclude").write_text("/sub/deep\n")
    project = discover(tree / "sub")
    assert [entry.path for entry in project.entries] == ["keep.log"]
    assert project.excluded == {
        "a.log": str(home / ".config/git/ignore"),
        "deep": "../.git/info/exclude",
    }


def test_a_folder_that_they_ignore_is_taken_when_it_is_named(home: Path, tree: Path) -> None:
    (home / ".config/git/ignore").write_text("sub\n")
    (tree / ".git/info/exclude").write_text("/sub/\n")
    assert len(discover(tree / "sub").entries) == 3


def test_work_trees_share_the_rules_of_their_repository(
    home: Path, tree: Path, tmp_path: Path
) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=e"]
    for words in (["add", "."], ["commit", "-qm", "m"], ["worktree", "add", "-q", "../other"]):
        subprocess.run(["git", "-C", str(tree), *who, *words], check=True, capture_output=True)
    other = tmp_path / "other"
    (other / "new.log").touch()
    (tree / ".git/info/exclude").write_text("new.*\n")
    assert discover(other).excluded["new.log"] == str(tree / ".git/info/exclude")


def test_without_a_repository_the_users_rules_say_nothing(home: Path, tmp_path: Path) -> None:
    (home / ".config/git/ignore").write_text("*.cu\n")
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/a.cu").touch()
    assert [entry.path for entry in discover(tmp_path / "plain").entries] == ["a.cu"]


def test_a_repository_may_name_no_file_of_rules(home: Path, tree: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("*.log\n")
    with open(tree / ".git/config", "a") as config:
        config.write(f"[core]\n\texcludesFile = {secret}\n[include]\n\tpath = {secret}\n")
    assert taken(discover(tree)) == set(_PATHS)


@pytest.mark.parametrize("kind", ["link", "pipe", "large"])
def test_rules_of_a_repository_that_are_no_plain_file_are_named(
    home: Path, tree: Path, kind: str
) -> None:
    place = tree / ".git/info/exclude"
    if kind == "link":
        place.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.touch()
        os.truncate(place, 100_000_000)
    project = discover(tree)
    assert ".git/info/exclude" in project.unreadable
    assert taken(project) == set(_PATHS)


def test_the_users_own_rules_may_be_a_link(home: Path, tree: Path) -> None:
    (home / "dotfile").write_text("*.log\n")
    (home / ".config/git/ignore").symlink_to(home / "dotfile")
    assert taken(discover(tree)) == {"x/sub/a.cu"}


def test_a_link_of_the_tree_is_not_followed_though_the_user_named_it(
    home: Path, tree: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("*.log\n")
    (tree / ".rules").symlink_to(tmp_path / "secret")
    (home / ".gitconfig").write_text("[core]\nexcludesFile = .rules\n")
    project = discover(tree)
    assert taken(project) == set(_PATHS)
    assert project.unreadable == {".rules": "is a symbolic link"}


@pytest.mark.parametrize("named", [b"a\0b", b"/dev/zero", b"\xff", b"", b".git/" * 2000])
def test_a_repository_kept_at_an_odd_place_rules_nothing(
    home: Path, tree: Path, named: bytes
) -> None:
    (tree / ".git/commondir").write_bytes(named)
    assert taken(discover(tree)) == set(_PATHS)
    (tree / ".git").rename(tree / "gone")
    (tree / ".git").write_bytes(b"gitdir: " + named + b"\n")
    assert taken(discover(tree)) == set(_PATHS)


def test_sources_of_an_archive_that_a_pattern_matches_are_kept(tmp_path: Path) -> None:
    """Without a `.git` nobody knows what is tracked; what came with an archive is."""
    files = ("CMakeLists.txt", "Makefile", "main.cu", "notes.txt", "out/gen.cu")
    for path in files:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).touch()
    (tmp_path / ".gitignore").write_text("*.txt\nMakefile\nmain.cu\nout/\n")
    project = discover(tmp_path)
    assert [one.path for one in project.entries] == [".gitignore", "CMakeLists.txt", "main.cu"]
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert [one.path for one in discover(tmp_path).entries] == [".gitignore"]
