"""A fault at each change of the disk: a sync has not begun, can be finished, or taken back."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from porter.sync.journal.journal import Journal, Phase
from tests.files.faults import Fault, faults, run
from tests.sync.trees import Repository, replace_by
from tests.sync.write.test_interrupted import Killed, changed, killing, public, settled


class Bench:
    """A sync with every kind of change, to be done with faults."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start = changed(folder / "start")
        self.before = self.start.everything()
        whole = self.copy("whole")
        self.changes = run(lambda: whole.sync() and None).changes
        self.after = whole.everything()
        self.abort_changes = run(lambda: whole.abort() and None).changes
        assert public(whole.everything()) == public(self.before)

    def copy(self, name: str) -> Repository:
        one = Repository(self.folder / name)
        replace_by(self.start.root, one.root)
        return one

    def sync_with(self, fault: Fault) -> Phase:
        """Sync with a fault, and mend what it left; return how far it had come."""
        one = self.copy("one")
        ran = run(lambda: one.sync() and None, fault)
        assert ran.killed or not ran.error or ran.is_known, ran.error
        return settled(one, self.folder / "two", self.before, self.after)

    def abort_with(self, fault: Fault) -> None:
        """Take a sync back with a fault, and mend what it left."""
        one = self.copy("one")
        one.sync()
        ran = run(lambda: one.abort() and None, fault)
        assert ran.killed or not ran.error or ran.is_known, ran.error
        if Journal(one.settings, one.project).phase is not Phase.NONE:
            one.abort()
        assert public(one.everything()) == public(self.before)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PORTER_HOME", str(tmp_path_factory.mktemp("home")))
        return Bench(tmp_path_factory.mktemp("bench"))


@pytest.mark.parametrize("every", [67, pytest.param(1, marks=pytest.mark.slow)])
def test_a_sync_with_a_fault(bench: Bench, every: int) -> None:
    assert len(bench.changes) > 100
    seen = {bench.sync_with(one) for one in list(faults(bench.changes))[::every]}
    assert {Phase.NONE, Phase.INTERRUPTED} <= seen


@pytest.mark.parametrize("every", [67, pytest.param(1, marks=pytest.mark.slow)])
def test_an_abort_with_a_fault(bench: Bench, every: int) -> None:
    assert len(bench.abort_changes) > 30
    for fault in list(faults(bench.abort_changes))[::every]:
        bench.abort_with(fault)


@pytest.mark.parametrize("every", [23, pytest.param(1, marks=pytest.mark.slow)])
def test_a_sync_that_is_cut_off_from_its_power(
    bench: Bench, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was never put on the disk is empty after that; what a sync relies on is there."""
    count = cut_off(bench.copy("count"), 10**6)
    seen = set()
    for at in range(1, count, every):
        one = bench.copy("one")
        cut_off(one, at)
        seen.add(settled(one, bench.folder / "two", bench.before, bench.after))
    assert {Phase.NONE, Phase.INTERRUPTED} <= seen


def cut_off(one: Repository, at: int) -> int:
    """Sync until the `at`-th change; lose what was written and not put on the disk."""
    on_disk = {path.lstat().st_ino for path in one.root.rglob("*")}
    with pytest.MonkeyPatch.context() as patch:
        calls = killing(patch, at)
        real = os.fsync

        def fsync(handle: int) -> None:
            on_disk.add(os.fstat(handle).st_ino)
            real(handle)

        patch.setattr(os, "fsync", fsync)
        with suppress(Killed):
            one.sync()
    for path in one.root.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.lstat().st_ino not in on_disk:
            os.truncate(path, 0)
    return calls[0]
