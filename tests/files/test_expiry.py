"""What was not used for a month goes, whatever it is; what was used stays."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from porter.files.expiry import DAYS, keep_newest, touch

DAY = 86_400


def age(path: Path, days: float) -> None:
    then = time.time() - days * DAY
    os.utime(path, (then, then), follow_symlinks=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "kept"
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "fresh-inside").touch()
    (folder / "old-file").touch()
    (folder / "old-link").symlink_to(tmp_path)
    (folder / "young").mkdir()
    (folder / "mine").touch()
    for name in ("old", "old-file", "old-link", "mine"):
        age(folder / name, DAYS + 1)
    age(folder / "young", DAYS - 1)
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


def test_old_entries_go_once_a_day(folder: Path, tmp_path: Path) -> None:
    everything = names(folder)
    touch(folder / "mine")
    assert names(folder) == everything  # the first look only starts the day
    (stamp,) = folder.glob(".*")
    age(stamp, 2)
    touch(folder / "mine")
    assert names(folder) == {"young", "mine"}
    assert tmp_path.is_dir()  # what a link leads to is not the folder's
    (folder / "late").touch()
    age(folder / "late", DAYS + 1)
    touch(folder / "mine")
    assert "late" in names(folder)


def test_an_entry_that_is_not_there_yet_and_a_folder_that_is_not(tmp_path: Path) -> None:
    touch(tmp_path / "coming")
    touch(tmp_path / "none" / "coming")
    assert names(tmp_path) == set()


def test_of_large_entries_those_that_were_used_last_stay(tmp_path: Path) -> None:
    for days, name in enumerate(("young", "older", "oldest")):
        (tmp_path / name).mkdir()
        age(tmp_path / name, days)
    keep_newest(tmp_path.iterdir(), 2)
    assert names(tmp_path) == {"young", "older"}
    keep_newest([tmp_path / "gone"], 2)
