"""Records of a port that a stranger wrote: refused or left out, whatever is in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.packs import journal as moves
from porter.port.record import Record
from porter.project.discover import discover
from tests.files.hostile_json import TEXTS, VALUES, without_and_with_other_values
from tests.files.no_files import KINDS, put
from tests.time_limit import time_limit

RECORD = {"files": {"a.cu": "0" * 32, "src/b.cu": "1" * 32}, "format": 1}
JOURNAL = {"moves": [["a.cu", "b.cu"]], "becomes": [["c.cu", "0" * 32]]}


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / ".porter").mkdir()
    (tmp_path / "b.cu").write_bytes(b"int b;\n")
    return tmp_path


def record(port: Path, data: bytes) -> Record:
    (port / ".porter/written.json").write_bytes(data)
    with ConfinedTree(port) as tree:
        return Record(tree)


def test_the_record_itself_is_read(port: Path) -> None:
    assert record(port, json.dumps(RECORD).encode()).files == RECORD["files"]


@pytest.mark.parametrize("data", [*TEXTS, *(json.dumps(value).encode() for value in VALUES)])
def test_a_record_of_another_shape_is_damaged(port: Path, data: bytes) -> None:
    with pytest.raises(PorterError, match="damaged") as caught:
        record(port, data)
    assert "version control" in str(caught.value)


def test_a_value_of_another_type_is_damaged_or_a_text_in_place_of_a_text(port: Path) -> None:
    for what, data in without_and_with_other_values(RECORD):
        try:
            files = record(port, data).files
        except PorterError as error:
            assert "damaged" in str(error), what
        else:
            assert all(type(path) is type(one) is str for path, one in files.items()), what


def test_a_journal_s_odd_lines_are_left_out(port: Path) -> None:
    lines = [*TEXTS, *(json.dumps([value, "0"]).encode() for value in VALUES)]
    lines += [json.dumps(["good", value]).encode() for value in VALUES]
    (port / ".porter/journal").write_bytes(b"\n".join([*lines, b'["good", "digest"]']))
    found = record(port, json.dumps(RECORD).encode())
    assert found.is_ours("good", "digest")
    assert not any(found.is_ours("good", odd) for odd in ("None", "True", "-1", "[]", "{}"))
    assert not any(found.is_ours(odd, "0") for odd in ("None", "True", "1.5", "\0"))


@pytest.mark.parametrize("name", ["written.json", "journal", "moving.json"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_in_place_of_a_record(port: Path, name: str, kind: str) -> None:
    put(kind, port / ".porter" / name)
    with time_limit(20), ConfinedTree(port) as tree:
        if name == "moving.json":
            assert not moves.without_done(discover(port))
        elif name == "journal":
            assert Record(tree).was_interrupted
        else:
            with pytest.raises(PorterError, match="damaged"):
                Record(tree)


@pytest.mark.parametrize("data", [*TEXTS, *(json.dumps(value).encode() for value in VALUES)])
def test_a_journal_of_moves_of_another_shape_is_none(port: Path, data: bytes) -> None:
    (port / ".porter/moving.json").write_bytes(data)
    assert not moves.without_done(discover(port))


def test_a_journal_of_moves_with_a_value_of_another_type_leaves_no_other_file_out(
    port: Path,
) -> None:
    for what, data in without_and_with_other_values(JOURNAL):
        (port / ".porter/moving.json").write_bytes(data)
        project = discover(port)
        moves.without_done(project)
        assert {entry.path for entry in project.entries} <= {"b.cu"}, what
