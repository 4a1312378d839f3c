"""What porter wrote to a port is told from what people wrote."""

from __future__ import annotations

from pathlib import Path

from porter.emit.record import Record


def test_what_was_on_its_way_in_a_crash_is_porter_s_own(tmp_path: Path) -> None:
    record = Record(tmp_path)
    record.files["a"] = "old"
    record.close()
    record = Record(tmp_path)
    record.announce("a", "new")
    record.abandon()
    (tmp_path / ".porter" / "journal").open("a").write('["b", "ha')
    again = Record(tmp_path)
    assert again.was_interrupted
    assert again.is_ours("a", "old")
    assert again.is_ours("a", "new")
    assert not again.is_ours("a", "mine")
    assert not again.is_ours("b", "ha")
    again.close()
    assert not Record(tmp_path).was_interrupted
