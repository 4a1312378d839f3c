"""This porter meets what each release before left in a repository: locks, ports, baselines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import porter
from porter.cli import group

MADE_BY = Path(__file__).parent / "made_by"
RELEASES = sorted(one.name for one in MADE_BY.iterdir() if one.is_dir())
BY_HAND = b"  *out = 0;  // by hand: managed memory is not cleared\n"


def test_the_oldest_is_among_them() -> None:
    assert RELEASES[0] == "0.1.0"


@pytest.fixture(params=RELEASES)
def left(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository as a release left it."""
    folder = tmp_path / "repository"
    shutil.copytree(MADE_BY / request.param, folder)
    monkeypatch.chdir(folder)
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(group, words, catch_exceptions=False)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


def test_what_would_change_is_said_before_it_happens(left: Path) -> None:
    before = contents(left)
    done = run("sync", "--preview")
    assert done.exit_code == 0, done.output
    assert contents(left) == before
    named = set(re.findall(r"^\+\+\+ b/port/(\S+)", done.output, re.MULTILINE))
    done = run("sync")
    assert done.exit_code == 0, done.output
    after = contents(left)
    port = str(left / "port") + "/"
    changed = {
        path.removeprefix(port)
        for path in before.keys() | after.keys()
        if path.startswith(port) and "/.porter/" not in path and before.get(path) != after.get(path)
    }
    assert named == changed


def test_hand_edits_stay_and_the_lock_is_this_porters(left: Path) -> None:
    assert run("sync").exit_code == 0
    assert BY_HAND in (left / "port/sum.cu").read_bytes()
    assert (left / "port/notes.h").read_text() == "// A file of the port alone.\n"
    assert f"porter {porter.__version__}\n" in (left / "porter.lock").read_text()


def test_a_check_says_by_file_and_cause_what_a_sync_would_change(left: Path) -> None:
    done = run("check", "--baseline", "baseline.json")
    assert done.exit_code in (0, 1), done.output
    for line in done.output.splitlines():
        if "stale" in line:
            assert re.search(r"converted differently by porter(?:'s tables|\.toml| \d)?", line), (
                line
            )
    assert run("sync").exit_code == 0
    done = run("check", "--baseline", "baseline.json")
    assert done.exit_code == 0, done.output


def test_a_second_sync_has_nothing_to_do(left: Path) -> None:
    assert run("sync").exit_code == 0
    once = contents(left)
    assert run("sync").exit_code == 0
    assert contents(left) == once
