"""Programs on both sides: built by porter or by a command of the project's own."""

import time
from pathlib import Path

import pytest

from porter.project.settings.program_cases import OutputFile, ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Options, Ref
from porter.verify.program.kind import checks

SHELL = ProgramCase(
    build="sed s/@/$WHO/ template > made", run="sh made", files=(OutputFile("out.txt"),)
)


def project(folder: Path, case: ProgramCase, cuda: str, hip: str) -> ProjectSettings:
    for side, text in (("cuda", cuda), ("hip", hip)):
        (folder / side).mkdir()
        (folder / side / "template").write_text(text)
        (folder / side / "out.txt").write_text("left from before")
    return ProjectSettings(folder / "cuda", folder / "hip", arch=("gfx942",), programs=(case,),
                           recordings=folder / "recordings")  # fmt: skip


def verdict(settings: ProjectSettings):
    (check,) = checks(settings)
    return check.run(Options(ref=Ref.CPU, timeout=20))


def test_a_command_builds_in_a_copy_and_files_are_compared(tmp_path: Path) -> None:
    text = "echo sum 1.0; echo 2.5 > out.txt"
    settings = project(tmp_path, SHELL, text, text)
    found = verdict(settings)
    assert found.passed and found.numbers == 2, found
    assert not (settings.port / "made").exists()
    assert (settings.port / "out.txt").read_text() == "left from before"


@pytest.mark.parametrize(
    ("cuda", "hip", "said"),
    [
        ("echo 2.5 > out.txt", "echo 2.6 > out.txt", "file out.txt, line 1: 2.6 instead of 2.5"),
        ("echo 1 > out.txt", "true", "file out.txt: the port did not write it"),
        ("echo 1", "echo 2", "line 1: 2 instead of 1"),
    ],
)
def test_what_differs(tmp_path: Path, cuda: str, hip: str, said: str) -> None:
    found = verdict(project(tmp_path, SHELL, cuda, hip))
    assert not found.passed
    assert said in [f"{d.place}: {d.reason}" for d in found.differences]


def test_times_of_a_named_program_are_left_out_where_they_differ(tmp_path: Path) -> None:
    cuda, hip = (f"echo 'sum 1.5, took {ms} ms'" for ms in (3, 7))
    found = verdict(project(tmp_path, ProgramCase(run="sh template"), cuda, hip))
    assert found.passed and found.numbers == 1, found
    assert "left out: time in line 1" in found.remarks


def test_times_of_a_named_program_are_compared_where_they_are_the_same(tmp_path: Path) -> None:
    settings = project(tmp_path, ProgramCase(run="sh template"), "echo 3 ms", "echo 3 ms")
    assert verdict(settings).numbers == 1


def test_a_folder_is_no_file_that_a_program_writes(tmp_path: Path) -> None:
    case = ProgramCase(run="sh template", files=(OutputFile("results"),))
    settings = project(tmp_path, case, "echo 1", "echo 1")
    for side in (settings.upstream, settings.port):
        (side / "results").mkdir()
    found = verdict(settings)
    assert [d.reason for d in found.differences] == ["CUDA's side did not write it"]


def test_an_exit_status_is_compared(tmp_path: Path) -> None:
    found = verdict(project(tmp_path, SHELL, "exit 0", "echo broken >&2; exit 3"))
    assert found.problem == "exit status 3 instead of 0: broken"


def test_a_failed_build_shows_the_first_error(tmp_path: Path) -> None:
    build = "if grep -q bad template; then echo 'x.cu:3:1: error: no such thing' >&2; exit 1; fi"
    case = ProgramCase(build=build, run="true")
    found = verdict(project(tmp_path, case, "good", "bad"))
    assert found.problem.startswith("port: ") and "x.cu:3:1: error: no such thing" in found.problem


def test_a_run_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    settings = project(tmp_path, ProgramCase(run="sh template"), "true", "sleep 20")
    (check,) = checks(settings)
    assert "longer than 1 s" in check.run(Options(ref=Ref.CPU, timeout=1)).problem


def test_a_run_that_is_given_up_leaves_nothing_behind(tmp_path: Path) -> None:
    started = tmp_path / "started"
    text = f"sleep 60 & echo $! > {started}; wait"
    settings = project(tmp_path, ProgramCase(run="sh template"), "true", text)
    (check,) = checks(settings)
    assert "longer than 1 s" in check.run(Options(ref=Ref.CPU, timeout=1)).problem
    status = Path("/proc", started.read_text().strip(), "stat")
    until = time.monotonic() + 10
    while status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    settings = project(tmp_path, SHELL, "true", "true")
    (settings.port / "template").unlink()
    (settings.port / "out.txt").unlink()
    settings.port.rmdir()
    assert "there is no such folder" in verdict(settings).problem


@pytest.mark.toolchain
def test_a_makefile_is_built_with_the_executors_compilers(tmp_path: Path) -> None:
    source = '#include <{}>\n#include <cstdio>\nint main() {{ std::puts("built"); }}\n'
    case = ProgramCase(build='"${NVCC:-nvcc}" -o p p.cu', run="./p")
    settings = project(tmp_path, case, "", "")
    (settings.upstream / "p.cu").write_text(source.format("cuda_runtime.h"))
    (settings.port / "p.cu").write_text(source.format("cuda_runtime.h"))
    assert verdict(settings).passed
