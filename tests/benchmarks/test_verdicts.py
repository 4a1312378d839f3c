"""Verdicts are kept for the state that they are about."""

from __future__ import annotations

from pathlib import Path

from benchmarks.peers import Port
from benchmarks.typecheck import state
from benchmarks.verdicts import Checked, Kept


def test_kept_verdicts_are_those_of_the_state(tmp_path: Path) -> None:
    path = tmp_path / "porter.verdicts"
    checked = [Checked("a.cu", "porter", {"gfx942": True, "host": False}, "no", "why")]
    assert Kept(path, "one").read() is None
    assert Kept(path, "one").write(checked) == checked
    assert Kept(path, "one").read() == checked
    assert Kept(path, "other").read() is None
    path.write_text("half")
    assert Kept(path, "one").read() is None


def test_a_state_knows_files_and_architectures(tmp_path: Path) -> None:
    port = Port("porter", tmp_path, 0)
    (tmp_path / "a.cu").write_text("one")
    first = state(port, [], ["gfx942"])
    assert state(port, [], ["gfx942"]) == first
    assert state(port, [], ["gfx1100"]) != first
    (tmp_path / "a.cu").write_text("two")
    assert state(port, [], ["gfx942"]) != first
    (tmp_path / "a.cu").write_text("one")
    (tmp_path / "b.h").touch()
    assert state(port, [], ["gfx942"]) != first
