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


def test_a_library_may_lie_there_without_its_outer_folder(tmp_path: Path) -> None:
    for path in ("contrib/eigen/Core", "contrib/eigen/src/Core/util/Macros.h", "eigen/own.h"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert discover(tmp_path).vendored == {"contrib/eigen": "a copy of eigen"}


def test_a_library_may_lie_in_a_folder_called_for_its_release(tmp_path: Path) -> None:
    for path in ("cub-1.8.0/cub/cub.cuh", "cub2/cub/cub.cuh", "pybind11/own.h"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert discover(tmp_path).vendored == {"cub-1.8.0": "a copy of cub-1.8.0"}
