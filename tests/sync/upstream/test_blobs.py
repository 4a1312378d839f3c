"""Objects of git are read in parts of bounded size."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.sync.upstream import blobs
from tests.sync.upstream.test_vendoring import git

SIZES = [10, 700, 700, 20, 5000, 30]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with files of some sizes."""
    git(tmp_path, "init", "-q")
    for number, size in enumerate(SIZES):
        (tmp_path / f"f{number}").write_bytes(os.urandom(size))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "files")
    return tmp_path


def test_no_more_is_held_together_than_may_be(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blobs, "_BYTES_AT_ONCE", 1000)
    batches: list[int] = []
    contents = blobs._contents

    def counted(folder: Path, names: list[str]) -> list[bytes]:
        found = list(contents(folder, names))
        batches.append(sum(map(len, found)))
        return found

    monkeypatch.setattr(blobs, "_contents", counted)
    names = [f"f{number}" for number in range(len(SIZES))]
    found = list(blobs.versions(tree, names))
    assert sorted(found) == sorted((tree / name).read_bytes() for name in names)
    assert sorted(batches)[-1] == 5000
    assert all(size <= 1000 for size in sorted(batches)[:-1])
    assert len(batches) < len(SIZES)


def test_what_is_larger_than_any_file_is_left_out(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blobs, "LARGEST_FILE", 100)
    assert {len(one) for one in blobs.versions(tree, ["f0", "f1", "f4", "f5"])} == {10, 30}
