"""A path is followed as far as its links lead; a circle is no exception of Python's."""

from __future__ import annotations

from pathlib import Path

from porter.files.real_path import leads_in_a_circle, real_path


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to("a")
    assert real_path(tmp_path / "link" / "b" / ".." / "c") == tmp_path / "a" / "c"
    assert not leads_in_a_circle(tmp_path / "link")
    assert not leads_in_a_circle(tmp_path / "nothing")


def test_a_circle_stays_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "x").symlink_to("y")
    (tmp_path / "y").symlink_to("x")
    (tmp_path / "loop").symlink_to("loop")
    assert real_path(tmp_path / "loop") == tmp_path / "loop"
    assert real_path(tmp_path / "x").parent == tmp_path
    assert leads_in_a_circle(tmp_path / "loop")
    assert leads_in_a_circle(tmp_path / "x" / "file")
