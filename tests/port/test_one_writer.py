"""Whatever a conversion changes on the disk is changed by `porter.files`, and by nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import porter
from tests.files.faults import run
from tests.port.test_killed_conversion import SCENARIOS, put

PACKAGE = str(Path(porter.__file__).parent)
#: Events of the interpreter that tell of a change of the disk.
EVENTS = frozenset(
    "os.rename os.remove os.rmdir os.mkdir os.symlink os.link os.chmod os.truncate "
    "shutil.rmtree shutil.copyfile shutil.move".split()
)
#: Who else may: the lock makes the folder that it locks; the cache is porter's own.
ELSEWHERE = {"emit/lock.py", "cache.py", "keeping.py"}


def changers(work) -> set[str]:
    """Return the files of porter that changed the disk while `work` was done."""
    found: set[str] = set()

    def note(event: str, words: tuple) -> None:
        writes = event == "open" and words[2] and words[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if event in EVENTS or writes:
            frame = sys._getframe(1)
            while frame is not None and not frame.f_code.co_filename.startswith(PACKAGE):
                frame = frame.f_back
            if frame is not None:
                found.add(os.path.relpath(frame.f_code.co_filename, PACKAGE))

    sys.addaudithook(note)
    work()
    return found


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_conversion_changes_files_through_one_package(tmp_path: Path, name: str) -> None:
    scenario = SCENARIOS[name]
    put(tmp_path / "tree", scenario.tree)
    if scenario.first is not None:
        scenario.first(tmp_path)
        put(tmp_path / "tree", scenario.update)
    ran = run(lambda: changers(lambda: scenario.convert(tmp_path)))
    assert not ran.error, ran.error
    assert any(path.startswith("files/") for path in ran.value)
    assert {path for path in ran.value if not path.startswith("files/")} <= ELSEWHERE
