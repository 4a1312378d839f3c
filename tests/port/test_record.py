"""What porter wrote to a port is told from what people wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.port.record import Record


def test_what_was_on_its_way_in_a_crash_is_porter_s_own(tmp_path: Path) -> None:
    with ConfinedTree(tmp_path) as tree:
        record = Record(tree)
        record.files["a"] = "old"
        record.close()
        record = Record(tree)
        record.announce("a", "new")
        record.abandon()
        (tmp_path / ".porter" / "journal").open("a").write('["b", "ha')
        again = Record(tree)
        assert again.was_interrupted
        assert again.is_ours("a", "old")
        assert again.is_ours("a", "new")
        assert not again.is_ours("a", "mine")
        assert not again.is_ours("b", "ha")
        again.announce("c", "after half a line")
        again.abandon()
        again = Record(tree)
        assert again.is_ours("c", "after half a line")
        again.close()
        assert not Record(tree).was_interrupted


@pytest.mark.parametrize("name", [".porter", ".porter/written.json", ".porter/journal"])
def test_a_record_behind_a_link_is_refused_and_what_it_leads_to_stays(
    tmp_path: Path, name: str
) -> None:
    victim, port = tmp_path / "victim", tmp_path / "port"
    victim.mkdir()
    (victim / "file").write_bytes(b"keep")
    (port / name).parent.mkdir(parents=True)
    (port / name).symlink_to(victim if name == ".porter" else victim / "file")
    with (
        ConfinedTree(port) as tree,
        pytest.raises((PorterError, OSError), match=rf"{name} is a symbolic|not a regular|damaged"),
    ):
        record = Record(tree)
        record.announce("a", "new")
        record.close()
    assert [(one.name, one.read_bytes()) for one in victim.iterdir()] == [("file", b"keep")]
