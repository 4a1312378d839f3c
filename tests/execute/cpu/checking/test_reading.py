"""Lines that programs wrote are read, and what is none of theirs is an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.checking.findings import read
from porter.execute.cpu.checking.profile import read_profile
from porter.execute.cpu.checking.symbols import Frame
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain

PLACE = [{"file": "/src/k.hip", "line": 7, "column": 3, "function": "sum"}]
FINDING = {
    "check": "memory", "kind": "out of range", "kernel": "sum(int*)", "block": [0, 0, 0],
    "thread": [9, 0, 0], "place": PLACE, "access": "read", "bytes": 4, "address": 4096,
    "memory": "LDS", "offset": -4, "variable": {"name": "words", "bytes": 8, "offset": -4},
}  # fmt: skip
PROFILE = {
    "profile": "sum(int*)", "launches": 1, "nanoseconds": 5000, "blocks": 2, "waves": 4,
    "lines": [{"place": PLACE, "lds_read": 4, "lds_written": 0, "global_read": 0,
               "global_written": 0, "barriers": 2, "nanoseconds": 0}],
}  # fmt: skip


def written(folder: Path, *tables: object, process: int = 1) -> Path:
    text = "".join(json.dumps(table) + "\n" for table in tables)
    (folder / f"findings-{process}.jsonl").write_text(text)
    return folder


def test_a_finding_is_shown_at_the_programs_own_line(tmp_path: Path) -> None:
    toolchain = find()
    header = {**PLACE[0], "file": str(toolchain.rocm_path / "include" / "a.h")}
    table = {**FINDING, "place": [header, *PLACE]}
    (finding,) = read(written(tmp_path, table, PROFILE), toolchain)
    assert finding.place == (Frame("/src/k.hip", 7, 3, "sum"),)
    assert finding.memory is not None
    assert (finding.memory.offset, finding.item and finding.item.thread) == (-4, (9, 0, 0))


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, FINDING) / "findings-1.jsonl"
    path.write_text(path.read_text() + '{"check": "mem')
    assert len(read(tmp_path, find())) == 1


def test_profiles_of_several_processes_are_added(tmp_path: Path) -> None:
    written(tmp_path, PROFILE)
    kernels = read_profile(written(tmp_path, PROFILE, process=2), find())
    assert kernels["sum(int*)"].launches == 2
    assert kernels["sum(int*)"].total("barriers") == 4


@pytest.mark.parametrize(
    "table", [[1], {**FINDING, "place": 3}, {**FINDING, "block": ["x"]}, {**FINDING, "kind": None}]
)
def test_what_is_no_finding_is_an_error(table: object, tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="no finding"):
        read(written(tmp_path, table), find())
