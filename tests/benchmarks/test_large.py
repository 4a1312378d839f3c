"""Large projects in the table of benchmarks: which units count, and what their failures say."""

from __future__ import annotations

from pathlib import Path

from benchmarks.large import Large, projects, table, units_of
from benchmarks.peers import Port
from benchmarks.verdicts import Checked

PROJECT = Large("somebody/thing", "0" * 40, lacks=("MPI",), scale="fails")


def test_units_are_those_that_use_hip_themselves_or_through_a_header(tmp_path: Path) -> None:
    (tmp_path / "kernel.cu").write_text("__global__ void k() {}\n")
    (tmp_path / "device.h").write_text("#include <hip/hip_runtime.h>\n")
    (tmp_path / "uses.cpp").write_text('#include "device.h"\n')
    (tmp_path / "plain.cpp").write_text("int x;\n")
    script = "add_library(all kernel.cu uses.cpp plain.cpp)\n"
    (tmp_path / "CMakeLists.txt").write_text(script)
    headers = tmp_path.parent
    found = units_of(PROJECT, Port("porter", tmp_path, 0), [headers], tmp_path / "configured")
    assert [one.source for one in found] == ["kernel.cu", "uses.cpp"]
    assert all(headers in one.includes for one in found)


def test_the_table_counts_failures_by_their_cause() -> None:
    def checked(cause: str) -> Checked:
        return Checked("a.cu", "porter", {"gfx942": not cause}, cause, cause)

    verdicts = [
        checked(cause) for cause in ("", "", "absent", "reported", "reported", "unreported")
    ]
    last = table([(PROJECT, verdicts, 40)]).splitlines()[-1]
    assert last == "| somebody/thing | 40 | 6 | 2 | 2 | 0 | 1 | 0 | 0 | 0 | 1 | MPI | fails |"


def test_the_table_names_each_project_once() -> None:
    names = [one.repository for one in projects()]
    assert names
    assert len(names) == len(set(names))
