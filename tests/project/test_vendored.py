"""Submodules of git are other people's code, and a list of them that cannot be read is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.project.discover import discover


def test_a_submodule_is_vendored(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/a.cu").touch()
    (tmp_path / ".gitmodules").write_text('[submodule "lib"]\n\tpath = lib\n')
    assert discover(tmp_path).vendored == {"lib": "a git submodule"}


@pytest.mark.parametrize("kind", ["pipe", "folder", "large"])
def test_a_list_of_submodules_that_cannot_be_read_is_told(tmp_path: Path, kind: str) -> None:
    place = tmp_path / ".gitmodules"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.touch()
        os.truncate(place, 5_000_000)
    assert ".gitmodules" in discover(tmp_path).unreadable
