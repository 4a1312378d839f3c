"""`porter sync` from the command line: how it ends, and what it says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group
from porter.errors import PorterError
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository


@pytest.fixture
def synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A port in which a hand edit and upstream are going to meet."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed, and sync merges with it")
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    repository = Repository(tmp_path / "repository")
    monkeypatch.chdir(repository.root)
    repository.upstream(a_cu=CUDA)
    assert porter().exit_code == 0
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    return repository


def porter(*words: str) -> Result:
    return CliRunner().invoke(group, ["sync", *words])


def test_a_conflict_is_listed_and_continued(synced: Repository) -> None:
    synced.upstream(a_cu=CUDA.replace(b"2.f", b"3.f"))
    first = porter()
    assert first.exit_code == 1
    assert "a.cu: both sides changed the same lines in 1 place" in first.output
    assert "porter sync --continue (or --abort)" in first.output
    for words in ((), ("--continue",)):
        error = porter(*words).exception
        assert isinstance(error, PorterError) and "a.cu" in error.message
    synced.by_hand(a_cu=HIP.replace(b"2.f", b"5.f"))
    assert porter("--continue").exit_code == 0
    assert "up: no sync to continue" in porter("--continue").output
    again = porter()
    assert (again.exit_code, again.output) == (0, "up: nothing to do\n")


def test_a_conflict_is_taken_back(synced: Repository) -> None:
    before = synced.ported()
    synced.upstream(a_cu=CUDA.replace(b"2.f", b"3.f"))
    assert porter().exit_code == 1
    ended = porter("--abort")
    assert (ended.exit_code, ended.output) == (0, "up: taken back\n")
    assert synced.ported() == before
    assert "up: no sync to abort" in porter("--abort").output


def test_the_list_names_causes_and_edits_that_are_superseded(synced: Repository) -> None:
    synced.upstream(a_cu=CUDA.replace(b"2.f", b"4.f"))
    assert porter().output.splitlines() == [
        "up: 1 file of the conversion changed",
        "  the port has it already  a.cu  [upstream]",
        "  hand edit no longer needed, the conversion makes it itself: a.cu:8  [upstream]",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--continue", "--abort"), "exclude one another"),
        (("--abort", "--to", "v2"), "exclude one another"),
        (("nonesuch",), "nonesuch"),
    ],
)
def test_what_is_not_understood(synced: Repository, words: tuple[str, ...], message: str) -> None:
    result = porter(*words)
    assert result.exit_code == 2
    assert message in result.output
