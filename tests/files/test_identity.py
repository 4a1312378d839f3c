"""The identity of a file changes with it."""

from __future__ import annotations

from pathlib import Path

from porter.files.identity import identity


def test_another_file_and_another_size_are_another_identity(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert identity(one) is None
    one.write_text("x")
    other.write_text("x")
    before = identity(one)
    assert before == identity(one) != identity(other)
    one.write_text("longer")
    assert identity(one) != before
