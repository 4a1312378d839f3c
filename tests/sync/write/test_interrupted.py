"""A sync that is killed at any step can be finished, or taken back, whole."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.sync.check import check
from porter.sync.journal.journal import Journal, Phase
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository, no_steps, replace_by
from tests.thorough import amount


class Killed(BaseException):
    """What a killed process leaves behind: nothing runs after it."""


def killing(monkeypatch: pytest.MonkeyPatch, at: int) -> list[int]:
    """Make the process die at the `at`-th call that changes what a folder holds."""
    calls = [0]
    for name in ("rename", "replace", "unlink", "rmdir", "mkdir"):
        real = getattr(os, name)

        def dying(*arguments, real=real, **options):
            calls[0] += 1
            if calls[0] >= at:
                raise Killed
            return real(*arguments, **options)

        monkeypatch.setattr(os, name, dying)
    return calls


def changed(root: Path) -> Repository:
    """A port with every kind of change on its way, hand edits, and one conflict."""
    repository = Repository(root)
    repository.upstream(a_cu=CUDA, b_cu=CUDA, c_cu=b"// c\n" * 9, k__d=b"d\n", e=b"e\n")
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"), b_cu=HIP + b"// mine\n")
    repository.upstream(
        a_cu=CUDA.replace(b"2.f", b"3.f"), b_cu=b"// first\n" + CUDA, c_cu=None, k__d=None,
        x__moved_cu=b"// c\n" * 8, e=b"E\n", new_cu=CUDA,
    )  # fmt: skip
    (repository.up / "link").symlink_to("a.cu")
    (repository.up / "k").rmdir()
    return repository


def test_killed_at_any_step(tmp_path: Path) -> None:
    start = changed(tmp_path / "start")
    before = start.everything()
    whole = Repository(tmp_path / "whole")
    replace_by(start.root, whole.root)
    whole.sync()
    after = whole.everything()
    calls = killed_sync(start, tmp_path / "count", 10**6)[1]
    seen = set()
    # Before the steps are decided a few calls will do; from there on, each (or every fifth).
    early, late = amount(43, 7), amount(5, 1)
    for at in range(1, calls + 1):
        decided = Phase.INTERRUPTED in seen or at >= calls - 80
        if at % (late if decided else early):
            continue
        one, _ = killed_sync(start, tmp_path / "one", at)
        seen.add(settled(one, tmp_path / "two", before, after))
    assert {Phase.NONE, Phase.INTERRUPTED} <= seen


def killed_sync(start: Repository, folder: Path, at: int) -> tuple[Repository, int]:
    """Sync a copy of a repository in a process that dies; return it and the calls it got to do."""
    one = Repository(folder)
    replace_by(start.root, one.root)
    with pytest.MonkeyPatch.context() as patch:
        calls = killing(patch, at)
        with suppress(Killed):
            one.sync()
    return one, calls[0]


def settled(one: Repository, copy: Path, before, after) -> Phase:
    """Continue a killed sync, and take a copy of it back."""
    phase = Journal(one.settings, one.project).phase
    if phase is Phase.NONE:
        assert public(one.everything()) == public(before)
        one.sync()
        assert public(one.everything()) == public(after)
        return phase
    if phase is Phase.INTERRUPTED:
        during = one.everything()
        with pytest.raises(PorterError, match="was interrupted while it wrote"):
            one.sync()
        assert [one.kind for one in check(one.settings, one.project, no_steps)] == ["open"]
        assert one.everything() == during
    two = Repository(copy)
    replace_by(one.root, two.root)
    one.resume() if phase is Phase.INTERRUPTED else None
    assert public(one.everything()) == public(after)
    assert two.abort()
    assert public(two.everything()) == public(before)
    assert not list(two.port.glob(".porter/sync*"))
    return phase


def public(found) -> dict[str, tuple[str, bytes]]:
    """Leave out what a sync keeps for itself while it is under way, and caches."""
    private = ("port/.porter/sync", "port/.porter/.git")
    return {path: one for path, one in found.items() if not path.startswith(private)}


def test_killed_while_it_is_taken_back(tmp_path: Path) -> None:
    start = changed(tmp_path / "start")
    before = start.everything()
    start.sync()
    for at in range(1, 1000):
        one = Repository(tmp_path / "one")
        replace_by(start.root, one.root)
        with pytest.MonkeyPatch.context() as patch:
            killing(patch, at)
            try:
                one.abort()
            except Killed:
                pass
            else:
                break
        if list(one.port.glob(".porter/sync/steps.json")):
            with pytest.raises(PorterError, match=r"abort was interrupted|are open"):
                one.sync()
            one.abort()
        assert public(one.everything()) == public(before)
    assert at > 5


def test_a_file_that_is_changed_after_the_interruption_is_not_overwritten(tmp_path: Path) -> None:
    one = changed(tmp_path / "r")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "porter.sync.journal.journal.Journal.apply", lambda *_: (_ for _ in ()).throw(Killed)
        )
        with pytest.raises(Killed):
            one.sync()
    one.by_hand(e=b"written meanwhile\n")
    with pytest.raises(PorterError, match="was changed since the sync was interrupted"):
        one.resume()
    assert one.ported()["e"] == b"written meanwhile\n"


def test_a_first_sync_that_is_interrupted_is_taken_back_to_nothing(tmp_path: Path) -> None:
    one = Repository(tmp_path / "r")
    one.upstream(a_cu=CUDA, k__b_cu=CUDA)
    before = one.everything()
    with pytest.MonkeyPatch.context() as patch:
        real = Journal.apply

        def dying(self, write_section):
            real(self, lambda text: (_ for _ in ()).throw(Killed))

        patch.setattr(Journal, "apply", dying)
        with pytest.raises(Killed):
            one.sync()
    assert "a.cu" in one.ported()
    assert one.abort()
    assert one.everything() == before
    assert not one.port.exists()
