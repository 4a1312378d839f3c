"""The measurement itself: what counts as passed, and where a reason is looked for."""

from pathlib import Path

import pytest

from benchmarks import verdicts
from benchmarks.corpora import ARCHIVES, archive
from benchmarks.peers import Port
from benchmarks.typecheck import reason, told_already
from benchmarks.verdicts import Checked, table
from porter.compile.read.unit import Language, Unit
from porter.errors import PorterError


def checked(source: str, converter: str, *, ok: bool, why: str = "") -> Checked:
    return Checked(source, converter, {"gfx942": True, "host": ok}, "" if ok else "no", why)


def test_a_unit_passes_when_all_of_its_sides_do() -> None:
    assert checked("a.cu", "porter", ok=True).passes
    assert not checked("a.cu", "porter", ok=False).passes


def test_table_counts_units_once_and_reasons_of_porter_alone(monkeypatch) -> None:
    monkeypatch.setattr(verdicts, "fetch", lambda each: Path("."))
    monkeypatch.setattr(verdicts, "cuda_lines", lambda folder: 7)
    results = [
        [
            checked("a.cu", "porter", ok=True),
            checked("b.cu", "porter", ok=False, why="LNG14"),
            checked("c.cu", "porter", ok=False),
            checked("a.cu", "peer", ok=False),
            checked("b.cu", "peer", ok=False),
            checked("c.cu", "peer", ok=False),
        ]
    ]
    lines = table([archive("gsplat")], results, ["porter", "peer"]).splitlines()
    assert lines[2] == "| gsplat 1.5.3 | 7 | 3 | 1 | 0 | 1 of 2 |"
    assert lines[-1] == "| all | | 3 | 1 | 0 | 1 of 2 |"


def test_a_reason_is_found_in_what_a_unit_includes(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text('#include "detail/b.cuh"\n')
    (tmp_path / "detail").mkdir()
    (tmp_path / "detail/b.cuh").write_text('#include "../a.cu"\n')
    error = {"severity": "error", "line": 3, "message": "no mma", "rule": "LNG14"}
    findings = {"a.cu": [{**error, "severity": "note"}], "detail/b.cuh": [error]}
    port = Port("porter", tmp_path, 0, findings=findings)
    assert reason(port, Unit("a.cu", Language.HIP, "test")) == "detail/b.cuh:3: no mma [LNG14]"
    assert reason(port, Unit("c.cu", Language.HIP, "test")) == ""


def test_archives_are_told_apart() -> None:
    assert len({each.name for each in ARCHIVES}) == len(ARCHIVES)
    with pytest.raises(PorterError, match="no archive is called"):
        archive("nothing")


def test_only_units_that_both_ports_have_alike_are_told_from_one(tmp_path: Path) -> None:
    ports = {}
    for name in ("porter", "other"):
        root = tmp_path / name
        root.mkdir()
        (root / "same.cu").write_text('#include "both.h"\n')
        (root / "both.h").write_text("int x;\n")
        (root / "differs.cu").write_text('#include "one.h"\n')
        (root / "one.h").write_text(f"// {name}\n")
        ports[name] = Port(name, root, 0)
    units = [Checked(each, "porter", {"host": True}, "", "") for each in ("same.cu", "differs.cu")]
    told = told_already(units, ports["other"], ports["porter"])
    assert {path: each.converter for path, each in told.items()} == {"same.cu": "other"}
    (tmp_path / "other" / "hip").mkdir()
    (tmp_path / "other" / "hip" / "both.h").write_text("int x;\n")
    again = Port("other", tmp_path / "other", 0)
    assert told_already(units, again, ports["porter"]) == {}
