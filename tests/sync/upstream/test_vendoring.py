"""Upstreams with a history: vendored from a git remote, or a folder of this repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.sync.check import check
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository, no_steps, write


def git(folder: Path, *arguments: str) -> str:
    result = subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return result.stdout.strip()


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """A git repository with the releases v1, v2 and v3 of `csrc/`."""
    folder = tmp_path / "remote"
    folder.mkdir()
    git(folder, "init", "--quiet", "-b", "main")
    for tag, files in (
        ("v1", {"csrc__a_cu": CUDA, "csrc__b_cu": b"// b\n" * 9, "README": b"1\n"}),
        ("v2", {"csrc__a_cu": CUDA + b"// v2\n", "csrc__c_cu": b"// c\n"}),
        ("v3", {"csrc__a_cu": CUDA.replace(b"2.f", b"3.f") + b"// v2\n", "csrc__b_cu": None}),
    ):
        write(folder, files)
        git(folder, "add", "-A")
        git(folder, "commit", "--quiet", "-m", tag)
        git(folder, "tag", tag)
    return folder


@pytest.fixture
def vendored(remote: Path, tmp_path: Path) -> Repository:
    more = f'[project.git]\nremote = "{remote}"\nrevision = "v1"\npath = "csrc"\n'
    repository = Repository(tmp_path / "r", more)
    repository.sync()
    return repository


def test_a_revision_is_vendored_ported_and_named_in_the_lock(
    vendored: Repository, remote: Path
) -> None:
    assert (vendored.up / "a.cu").read_bytes() == CUDA
    assert not (vendored.up / "README").exists()
    assert vendored.ported()["a.cu"] == HIP
    commit = git(remote, "rev-parse", "v1^{commit}")
    assert f"revision git v1 {commit}" in (vendored.root / "porter.lock").read_text()
    assert vendored.sync().is_current
    assert check(vendored.settings, vendored.project, no_steps) == []


def test_moving_on_corrects_porter_toml_and_keeps_hand_edits(vendored: Repository) -> None:
    vendored.by_hand(a_cu=HIP.replace(b"hipFree(x)", b"hipFree(x) /* mine */"))
    done = vendored.sync(to_revision="v2")
    assert {change.path: change.what for change in done.changes} == {
        "a.cu": "merged with hand edits",
        "c.cu": "added",
    }
    assert 'revision = "v2"' in (vendored.root / "porter.toml").read_text()
    assert (vendored.up / "a.cu").read_bytes() == CUDA + b"// v2\n"
    assert b"/* mine */" in vendored.ported()["a.cu"]
    assert vendored.sync().is_current


def test_a_conflict_is_taken_back_with_the_vendored_tree(vendored: Repository) -> None:
    vendored.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    vendored.sync()
    before = vendored.everything()
    assert vendored.sync(to_revision="v3").conflicts
    assert not (vendored.up / "b.cu").exists()
    assert vendored.abort()
    assert vendored.everything() == before


def test_porter_toml_names_another_revision(vendored: Repository) -> None:
    path = vendored.root / "porter.toml"
    path.write_text(path.read_text().replace('"v1"', '"v2"'))
    (complaint,) = check(vendored.settings, vendored.project, no_steps)
    assert complaint.message == "upstream is not vendored at v2: run porter sync"
    vendored.sync()
    assert (vendored.up / "c.cu").is_file()


def test_a_vendored_file_that_was_changed_by_hand_is_refused(vendored: Repository) -> None:
    vendored.upstream(a_cu=CUDA + b"// mine\n")
    for request in ({}, {"to_revision": "v2"}):
        before = vendored.everything()
        with pytest.raises(PorterError, match=r"vendored tree was changed by hand: a\.cu"):
            vendored.sync(**request)
        assert vendored.everything() == before


@pytest.mark.parametrize(
    ("remote_name", "revision", "match"),
    [("/nonexistent", "v1", "cannot fetch from"), (None, "v9", "knows no revision 'v9'")],
)
def test_what_cannot_be_fetched(
    remote: Path, tmp_path: Path, remote_name: str | None, revision: str, match: str
) -> None:
    more = f'[project.git]\nremote = "{remote_name or remote}"\nrevision = "{revision}"\n'
    repository = Repository(tmp_path / "r", more)
    with pytest.raises(PorterError, match=match):
        repository.sync()
    assert not repository.port.exists()


def test_a_port_made_by_hand_of_an_earlier_revision(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=b"// b\n")
    git(repository.root, "init", "--quiet")
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "--quiet", "-m", "first")
    git(repository.root, "tag", "ported")
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"), b_cu=b"// b\n")
    repository.upstream(a_cu=CUDA + b"// new\n", b_cu=b"// new b\n")
    repository.sync(from_revision="ported")
    assert repository.ported() == {
        "a.cu": HIP.replace(b"2.f", b"4.f") + b"// new\n",
        "b.cu": b"// new b\n",
    }
    with pytest.raises(PorterError, match="git knows no revision 'nope'"):
        repository.sync(from_revision="nope")
