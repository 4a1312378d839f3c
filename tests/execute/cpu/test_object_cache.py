"""Objects kept by content: a record that is damaged or a stranger's is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute.cpu.object_cache import cached_object


def make(work: Path) -> None:
    (work / "object").write_bytes(b"object")
    (work / "depends").write_text("object: /dev/null\n")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path))
    cached_object(("a",), make)
    (path,) = tmp_path.rglob("*.json")
    return path


def unmade(work: Path) -> None:
    raise AssertionError("made once more")


def test_an_object_is_made_once(record: Path) -> None:
    assert cached_object(("a",), unmade).read_bytes() == b"object"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "3",
        "[]",
        "{}",
        '{"object": 3, "files": {}}',
        '{"object": "../../../etc/passwd", "files": {}}',
        '{"object": "a", "files": []}',
        '{"object": "a", "files": {"a": 3}}',
        "[" * 100_000,
    ],
)
def test_a_record_of_another_form_is_none(record: Path, content: str) -> None:
    record.write_text(content)
    made = cached_object(("a",), make)
    assert made.read_bytes() == b"object"
    assert cached_object(("a",), unmade) == made
