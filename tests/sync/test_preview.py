"""`porter sync --preview`: what a sync would write, as a patch; nothing is written."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.sync import command
from tests.sync.trees import CUDA, Repository

CHANGED = CUDA.replace(b"2.f", b"3.f") + b"// more\n"


@pytest.fixture
def edited(repository: Repository) -> Repository:
    """A port with a hand edit, and an upstream that went on."""
    repository.upstream(a_cu=CUDA, gone_cu=CUDA)
    repository.sync()
    port = (repository.port / "a.cu").read_bytes()
    repository.by_hand(a_cu=port.replace(b"[threadIdx.x] *=", b"[threadIdx.x] = by *"))
    repository.sync(allow_dirty=True)
    repository.upstream(a_cu=CHANGED, gone_cu=None, new__b_cu=CUDA)
    return repository


def test_nothing_is_written(edited: Repository) -> None:
    before = edited.everything()
    done = edited.sync(preview=True, allow_dirty=True)
    assert done.preview
    assert edited.everything() == before


def test_the_patch_gives_what_the_sync_gives(edited: Repository, tmp_path: Path) -> None:
    """It is applied where porter.toml lies."""
    copy = tmp_path / "copy"
    done = edited.sync(preview=True, allow_dirty=True)
    shutil.copytree(edited.root, copy, ignore=shutil.ignore_patterns(".porter", ".git"))
    subprocess.run(["git", "apply"], input=b"".join(done.preview), cwd=copy, check=True)
    edited.sync(allow_dirty=True)
    port = copy / edited.port.relative_to(edited.root)
    patched = {
        path.relative_to(port).as_posix(): path.read_bytes()
        for path in port.rglob("*")
        if path.is_file()
    }
    assert patched == edited.ported()
    assert b"by *" in patched["a.cu"]
    assert b"3.f" in patched["a.cu"]


def test_the_command_prints_a_patch(edited: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(edited.root)
    before = edited.everything()
    told = CliRunner().invoke(command, ["--preview", "--allow-dirty"])
    assert told.exit_code == 0, told.output
    assert "(nothing written)" in told.stderr
    port = edited.port.relative_to(edited.root).as_posix()
    assert told.stdout.startswith(f"diff --git a/{port}/a.cu b/{port}/a.cu\n")
    assert f"+++ b/{port}/new/b.cu\n" in told.stdout
    assert edited.everything() == before


def test_a_conflict_is_told_and_not_left_open(
    edited: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited.upstream(a_cu=CUDA.replace(b"x[threadIdx.x] *= by", b"x[threadIdx.x] *= by * 7.f"))
    monkeypatch.chdir(edited.root)
    told = CliRunner().invoke(command, ["--preview", "--allow-dirty"])
    assert told.exit_code == 1
    assert "conflicts:" in told.stderr
    assert "<<<<<<<" in told.stdout
    assert "--continue" not in told.stderr
    again = edited.sync(preview=True, allow_dirty=True)  # which an open conflict would refuse
    assert again.conflicts


def test_before_the_first_sync_everything_is_new(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    before = repository.everything()
    (made,) = [one for one in repository.sync(preview=True).preview if b"a.cu" in one]
    assert b"new file mode 100644" in made
    assert repository.everything() == before


def test_nothing_to_do_is_no_patch(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    assert repository.sync(preview=True).is_current


@pytest.mark.parametrize("other", ["--continue", "--abort", "--hook"])
def test_a_preview_is_of_a_sync(
    repository: Repository, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository.root)
    assert CliRunner().invoke(command, ["--preview", other]).exit_code == 2
