"""The report of a run as JSON."""

from __future__ import annotations

from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.report.document import document


def test_a_renamed_file_names_the_rule(tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (source / "a.cu").write_text('#include "b.cuh"\n__global__ void k() {}\n')
    (source / "b.cuh").write_text("#pragma once\n")
    summary = write_port(
        [source], Options(rename=True), Destination(OutputMode.OUT, tmp_path / "port")
    )
    assert document(summary)["renamed"] == {
        "a.cu": {"to": "a.hip", "rule": "BLD25"},
        "b.cuh": {"to": "b.hip.hpp", "rule": "BLD25"},
    }
    plain = write_port([source], Options(), Destination(OutputMode.OUT, tmp_path / "other"))
    assert document(plain)["renamed"] == {}
