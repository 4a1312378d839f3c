"""Whole projects in the table of benchmarks: what is built by CMake is found and run."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.projects.kept import Kept
from benchmarks.projects.measure import Way, measure
from benchmarks.projects.outcome import Outcome, Reached, shares
from benchmarks.projects.table import Program, Project, drawn, projects

SCRIPT = """\
cmake_minimum_required(VERSION 3.21)
project(x LANGUAGES CUDA)
add_executable(run main.cu)
"""


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_program_built_by_cmake_runs_where_it_was_built(tmp_path: Path) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up/CMakeLists.txt").write_text(SCRIPT)
    (tmp_path / "up/main.cu").write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    program = Program("", build="cmake", run=("./run",))
    (outcome,) = measure(tmp_path / "up", "x", [program], Way(["gfx942"]))
    assert (outcome.reached, outcome.reason) == (Reached.PASSED, "")


@pytest.mark.toolchain
def test_an_outcome_is_kept_until_its_folder_changes(tmp_path: Path) -> None:
    def measured() -> Reached:
        kept = Kept(tmp_path / "kept.json", retry=False)
        (outcome,) = measure(tmp_path / "up", "x", [Program("one")], Way(["gfx942"]), kept)
        return outcome.reached

    (tmp_path / "up/one").mkdir(parents=True)
    (tmp_path / "up/two").mkdir()
    (tmp_path / "up/one/Makefile").write_text("include ../two/rules.mk\n")
    rules = tmp_path / "up/two/rules.mk"
    rules.write_text("all:\n\tfalse\n")
    assert measured() is Reached.CONVERTED
    known = (tmp_path / "kept.json").read_text()
    (tmp_path / "kept.json").write_text(known.replace("converted", "passed"))
    assert measured() is Reached.PASSED  # known, not measured
    rules.write_text("all:\n\ttrue\n")
    assert measured() is Reached.BUILT


@pytest.mark.toolchain
def test_a_side_by_hand_is_taken_away_beside_which_cudas_would_be_left(tmp_path: Path) -> None:
    cuda, hip = tmp_path / "up/x-cuda", tmp_path / "up/x-hip"
    cuda.mkdir(parents=True)
    hip.mkdir()
    (cuda / "main.cu").write_text("int main() { return cudaDeviceSynchronize(); }\n")
    (hip / "main.cu").write_text(
        "#include <hip/hip_runtime.h>\nint main() { return hipDeviceSynchronize(); }\n"
    )
    makefile = "main: main.cu\n\tgrep hipDevice main.cu\n\t{0} -c main.cu -o main\nrun:\n\ttrue\n"
    (cuda / "Makefile").write_text(makefile.format("nvcc"))
    (hip / "Makefile").write_text(makefile.format("hipcc"))
    program = Program("x-cuda", run=("make", "run"))
    done = [
        next(measure(tmp_path / "up", "x", [program], Way(["gfx942"]), None, without)).reached
        for without in ((), ("*-hip",))
    ]
    assert done == [Reached.CONVERTED, Reached.PASSED]


def test_what_was_not_whole_is_measured_again_when_asked(tmp_path: Path) -> None:
    failed = Outcome("x", Program("a"), "gfx942", Reached.CONVERTED, "no", "absent")
    whole = Outcome("x", Program("b"), "gfx942", Reached.BUILT)
    for one in (failed, whole):
        Kept(tmp_path / "kept.json", retry=False).keep(one, "state")

    def known(one: Outcome, state: str, *, retry: bool) -> Outcome | None:
        return Kept(tmp_path / "kept.json", retry).of("x", one.program, one.arch, state)

    assert known(failed, "state", retry=False) == failed
    assert known(failed, "state", retry=True) is None
    assert known(whole, "state", retry=True) == whole
    assert known(whole, "another", retry=False) is None


def test_patterns_find_folders_with_a_build_file_that_nobody_named(tmp_path: Path) -> None:
    for name in ("a-cuda", "b-cuda", "c-cuda", "d-hip"):
        (tmp_path / name).mkdir()
        if name != "c-cuda":
            (tmp_path / name / "Makefile").touch()
    pattern = Program("*-cuda", run=("./{name}",))
    project = Project("x/y", "0", (Program("a-cuda"),), (pattern,))
    assert project.found(tmp_path) == [Program("b-cuda", run=("./b-cuda",))]
    every = [Program(str(number)) for number in range(20)]
    assert drawn(every, None, 1) == every
    assert drawn(every, 5, 1) == drawn(every, 9, 1)[:5] != drawn(every, 5, 2)


def test_what_runs_on_did_not_pass_and_what_is_absent_does_not_count() -> None:
    program = Program("a", run=("./a",))
    reached = [
        (Reached.PASSED, ""), (Reached.STARTED, ""), (Reached.RAN, ""), (Reached.BUILT, ""),
        (Reached.CONVERTED, "absent"), (Reached.CONVERTED, "unreported"),
    ]  # fmt: skip
    outcomes = [Outcome("x/y", program, "gfx942", one, "", cause) for one, cause in reached]
    assert (
        list(shares(outcomes))[-1]
        == "| x/y | make | gfx942 | 6 | 0 | 0 | 1 | 0 | 0 | 0 | 1 | 4 | 5 | 4 | 1 | 1 |"
    )


def test_the_table_names_each_program_once() -> None:
    for project in projects():
        labels = [(one.label, one.build) for one in project.programs]
        assert len(labels) == len(set(labels)), project.repository
