"""Scripts, Dockerfiles and presets of strangers convert by themselves, and reach nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group
from tests.port.hostile_names import CUDA, NAMES, UNTOUCHED, outside, put_hostile_tree
from tests.port.trees import contents
from tests.sync.trees import Repository
from tests.time_limit import time_limit


def convert(*words: str) -> Result:
    with time_limit(60):
        return CliRunner().invoke(group, ["convert", "up", "--jobs", "1", *words])


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    return put_hostile_tree(tmp_path)


def test_a_conversion_in_place_keeps_to_the_files_that_it_was_given(tree: Path) -> None:
    done = convert("--in-place")
    assert done.exit_code == 1, done.output
    assert "pipe.cu" in done.output and "Dockerfile.pipe" in done.output
    assert outside(tree.parent) == UNTOUCHED
    assert [name for name in NAMES if "hip" not in (tree / name).read_text()] == []
    assert (tree / "run.sh").stat().st_mode & 0o7777 == 0o755
    assert (tree / "link.cu").is_symlink() and (tree / "folder").is_symlink()
    assert "hip" in (tree / "hard.cu").read_text()
    before = contents(tree)
    convert("--in-place")
    assert contents(tree) == before


def test_a_port_of_its_own_has_no_link_out_of_it_unsaid(tree: Path) -> None:
    done = convert("--out", "port")
    assert outside(tree.parent) == UNTOUCHED
    for name in ("link.cu", "link.sh", "folder"):
        assert f"{name}: a link that leads out of the tree" in done.output
    assert (tree / "plain.cu").read_text() == CUDA


def test_a_sync_says_what_it_does_not_read(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    put_hostile_tree(tmp_path / "built").rename(tmp_path / "new")
    repository.up.rmdir()
    (tmp_path / "new").rename(repository.up)
    with time_limit(60):
        done = repository.sync()
    assert {note for note in done.notes if "not read" in note} == {
        "pipe.cu is not read: is not a regular file",
        "Dockerfile.pipe is not read: is not a regular file",
    }
    assert outside(tmp_path / "built") == UNTOUCHED
    assert set(NAMES) <= repository.ported().keys()
    assert repository.sync().is_current
