"""`porter build --native`: the port's own build system, around it a ROCm, and what failed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli.build import command
from porter.cli.convert import command as convert
from porter.errors import PorterError
from tests.files.no_files import put
from tests.time_limit import time_limit

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


def native(port: Path, *options: str) -> Result:
    return CliRunner().invoke(command, ["--native", *options, str(port)])


def write(folder: Path, makefile: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "Makefile").write_text(makefile)
    return folder


def test_make_finds_hipcc_and_rocms_folder(tmp_path: Path, rocm: Path) -> None:
    port = write(
        tmp_path / "port",
        "ROCM_PATH ?= /opt/rocm\na: b\n\t$(ROCM_PATH)/bin/hipcc x -o a\nb:\n\thipcc y -o b\n",
    )
    done = native(port)
    assert done.exit_code == 0, done.output
    assert (port / "a").read_text() == f"{rocm}/bin/hipcc x -o a\n"
    assert (port / "b").read_text() == f"{rocm}/bin/hipcc y -o b\n"
    assert "1 of 1 build" in done.output


def test_make_is_given_a_variable(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "all:\n\t@echo it is $(KIND)\n")
    assert "it is one of two" in native(port, "-D", "KIND=one of two").output


def test_makes_folder_is_that_of_a_shell(
    tmp_path: Path, rocm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = write(tmp_path / "port", "all:\n\t@echo it is $(PWD)/..\n")
    assert f"it is {port}/.." in native(port).output
    monkeypatch.chdir(tmp_path)
    assert f"it is {port}/.." in native(Path("port")).output


def test_make_is_given_a_target(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "all: one two\none two:\n\t@echo makes $@\n")
    done = native(port, "--target", "two")
    assert "makes two" in done.output
    assert "makes one" not in done.output
    assert native(port, "--target", "-f").exit_code == 2
    assert native(port, "--target", "A=1").exit_code == 2


def test_a_hip_side_of_the_projects_own_is_built_where_cudas_cannot(
    tmp_path: Path, rocm: Path
) -> None:
    makefile = (
        "ifeq ($(USE_HIP),1)\na:\n\thipcc own -o a\nelse\na:\n\thipcc -arch=sm_80 -o a\nendif\n"
    )
    port = write(tmp_path / "port", makefile)
    done = native(port)
    assert done.exit_code == 0, done.output
    assert "the project's own HIP side is built: USE_HIP=1" in done.output
    assert (port / "a").read_text() == f"{rocm}/bin/hipcc own -o a\n"
    (port / "a").unlink()
    chosen = native(port, "--variable", "USE_HIP=0")
    assert chosen.exit_code == 1 and "own HIP side is built" not in chosen.output


def test_objects_for_another_architecture_are_made_anew(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "a: b.o\n\techo linked >> log\n\ttouch a\nb.o:\n\ttouch b.o\n")
    for arch, builds in (("gfx942", 1), ("gfx942", 1), ("gfx1100", 2), ("gfx1100", 2)):
        assert native(port, "--arch", arch).exit_code == 0
        assert (port / "log").read_text() == "linked\n" * builds


def test_it_says_first_that_the_ports_own_build_runs(tmp_path: Path, rocm: Path) -> None:
    done = native(write(tmp_path / "port", "a:\n\t@echo made\n"))
    said = done.output
    assert said.index("runs the port's own build system") < said.index("made")


def test_what_failed_is_told_with_its_rule(tmp_path: Path, rocm: Path) -> None:
    done = native(write(tmp_path / "port", "a:\n\thipcc -arch=sm_60 x -o a\n"))
    assert done.exit_code == 1
    assert "unknown argument: '-arch=sm_60'" in done.output
    assert "porter explain BLD11" in done.output
    log = re.search(r"log: (.*)", done.output)
    assert log and "unknown argument" in Path(log[1]).read_text()


def test_a_part_of_a_port_finds_what_the_conversion_said(tmp_path: Path, rocm: Path) -> None:
    part = write(tmp_path / "up" / "part", "a:\n\t@echo 'a.cu:1:1: error: no'; exit 1\n")
    (part / "a.cu").write_text("__global__ void k() {}\n")
    port = tmp_path / "port"
    made = CliRunner().invoke(convert, [str(part.parent), "--to", "hip", "--out", str(port)])
    assert made.exit_code in (0, 1), made.output
    assert "unreported: the conversion said nothing" in native(port / "part").output


def test_a_make_that_a_recipe_goes_on_behind_counts(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "all:\n\tcd a; make; cd ..\n")
    write(port / "a", "x:\n\thipcc -arch=sm_70 -o x\n")
    done = native(port)
    assert done.exit_code == 1
    assert "0 of 1 build" in done.output
    (port / "a/Makefile").write_text("x:\n\t-hipcc -arch=sm_70 -o x\n")
    assert native(port).exit_code == 0


def test_a_linker_that_a_recipe_goes_on_behind_counts(tmp_path: Path, rocm: Path) -> None:
    link = "g++ -shared -o a.so -lno_such_library"
    port = write(tmp_path / "port", f"all:\n\t@{link}; echo done\n")
    done = native(port)
    assert done.exit_code == 1
    assert "0 of 1 build" in done.output
    assert "cannot find -lno_such_library" in done.output
    (port / "Makefile").write_text(f"all:\n\t-{link}\n")
    assert native(port).exit_code == 0


def test_folders_with_makefiles_are_built_one_by_one(tmp_path: Path, rocm: Path) -> None:
    port = tmp_path / "port"
    write(port / "good", "a:\n\thipcc x -o a\n")
    write(port / "bad", "a:\n\tfalse\n")
    write(port / "good/inner", "a:\n\tfalse\n")  # its own folder's build is in charge of it
    done = native(port)
    assert done.exit_code == 1
    assert "1 of 2 build" in done.output


def test_a_port_without_build_files_is_an_error(tmp_path: Path, rocm: Path) -> None:
    (tmp_path / "port").mkdir()
    done = native(tmp_path / "port")
    assert done.exit_code != 0
    assert "no build file" in str(done.exception)


def test_a_build_system_that_is_not_supported_is_named(tmp_path: Path, rocm: Path) -> None:
    (tmp_path / "port").mkdir()
    (tmp_path / "port" / "meson.build").write_text("project('p', 'cuda')\n")
    done = native(tmp_path / "port")
    assert "setup.py is there, and Meson is not supported" in str(done.exception or done.output)


def test_options_of_the_other_way_to_build_are_refused(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "a:\n")
    assert native(port, "--syntax-only").exit_code == 2
    assert CliRunner().invoke(command, ["--on", "rocm", str(port)]).exit_code == 2
    assert CliRunner().invoke(command, ["-D", "A=1", str(port)]).exit_code == 2
    assert CliRunner().invoke(command, ["--target", "a", str(port)]).exit_code == 2
    assert native(port, "-D", "no value").exit_code == 2


def test_cmake_finds_rocm_and_is_given_the_architectures(tmp_path: Path, rocm: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("needs cmake")
    config = rocm / "lib/cmake/hip/hip-config.cmake"
    config.parent.mkdir(parents=True)
    config.write_text('set(hip_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}")\n')
    port = write(tmp_path / "port", "all:\n\tfalse\n")
    (port / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(x NONE)\nfind_package(hip REQUIRED CONFIG)\n"
        'message(STATUS "${KIND}")\n'
        "add_custom_target(t ALL COMMAND echo ${hip_INCLUDE_DIRS} for ${CMAKE_HIP_ARCHITECTURES}"
        " with $ENV{HIP_PLATFORM})\n"
    )
    done = native(port, "--arch", "gfx942, gfx90a", "-D", "KIND=of a model")
    assert done.exit_code == 0, done.output
    assert "of a model\n" in done.output
    assert f"{config.parent} for gfx942 gfx90a with amd" in done.output
    assert native(port, "--target", "t").exit_code == 0
    assert "No rule to make target 'u'" in native(port, "--target", "u").output
    assert native(port, "--with", "make").exit_code == 1
    assert {path.name for path in port.iterdir()} == {"Makefile", "CMakeLists.txt"}


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_the_log_is_written_through_nothing_that_stands_in_its_place(
    tmp_path: Path, rocm: Path, kind: str
) -> None:
    port = write(tmp_path / "port", "a:\n\t@echo made\n")
    victim = tmp_path / "victim"
    victim.write_text("keep")
    log = tmp_path / "logs" / "build.log"
    log.parent.mkdir()
    if kind == "pipe":
        put("pipe", log)
    else:
        log.symlink_to(victim)
    with time_limit(60):
        done = native(port, "--folder", str(log.parent))
    assert done.exit_code == 0 and "made" in log.read_text()
    assert not log.is_symlink() and victim.read_text() == "keep"


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_a_relative_folder_is_that_of_the_caller(
    tmp_path: Path, rocm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "port"
    port.mkdir()
    (port / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(x NONE)\n"
        "file(TOUCH ${CMAKE_BINARY_DIR}/made)\n"
    )
    monkeypatch.chdir(tmp_path)
    done = native(Path("port"), "--folder", "given")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "given/out/made").is_file()
    assert [path.name for path in port.iterdir()] == ["CMakeLists.txt"]


def test_what_a_build_leaves_running_ends_with_it(tmp_path: Path, rocm: Path) -> None:
    port = write(tmp_path / "port", "a:\n\t@(sleep 60; touch late) & echo made\n")
    with time_limit(20):
        done = native(port)
    assert done.exit_code == 0, done.output
    assert "made" in done.output


def test_a_line_without_an_end_is_taken_in_parts(tmp_path: Path, rocm: Path) -> None:
    port = write(
        tmp_path / "port",
        "a:\n\t@head -c 3000000 /dev/zero | tr '\\0' x\n\t@echo; echo fatal: too long; false\n",
    )
    done = native(port)
    assert done.exit_code == 1
    assert "\n  fatal: too long\n" in done.output


def test_folders_without_end_are_refused(tmp_path: Path, rocm: Path) -> None:
    folder = port = tmp_path / "port"
    for _ in range(300):
        folder.mkdir()
        folder = folder / "d"
    write(folder, "a:\n\t@echo made\n")
    done = native(port)
    assert isinstance(done.exception, PorterError)
    assert "within one another" in done.exception.message


@pytest.mark.parametrize("name", ["CMakeLists.txt", "pyproject.toml"])
def test_a_build_file_that_cannot_be_read_is_named(tmp_path: Path, rocm: Path, name: str) -> None:
    port = tmp_path / "port"
    port.mkdir()
    (port / name).touch()
    with (port / name).open("r+b") as file:
        file.truncate(80_000_000)  # a hole, and more than a build file may have
    done = native(port)
    assert isinstance(done.exception, PorterError)
    assert done.exception.path == port / name


def test_the_cache_of_another_compiler_is_forgotten(tmp_path: Path, rocm: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("needs cmake")
    port = write(tmp_path / "port", "all:\n\tfalse\n")
    (port / "CMakeLists.txt").write_text(
        'cmake_minimum_required(VERSION 3.21)\nproject(x NONE)\nmessage(STATUS "it is ${KIND}")\n'
    )
    folder = tmp_path / "made"
    (folder / "out").mkdir(parents=True)
    (folder / "out/CMakeCache.txt").write_text("CMAKE_HIP_COMPILER:FILEPATH=/of/another\n")
    done = native(port, "-D", "KIND=new", "--folder", str(folder))
    assert done.exit_code == 0, done.output
    assert "it is new" in done.output
    assert "/of/another" not in (folder / "out/CMakeCache.txt").read_text()


def test_the_cache_of_an_earlier_conversion_is_forgotten(tmp_path: Path, rocm: Path) -> None:
    """CMake never sets a variable of its cache twice, so the first script's value would stay."""
    if shutil.which("cmake") is None:
        pytest.skip("needs cmake")
    port = write(tmp_path / "port", "all:\n\tfalse\n")
    (port / "cmake").mkdir()
    (port / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(x NONE)\ninclude(cmake/kind.cmake)\n"
        'message(STATUS "it is ${KIND}, asked ${ASKED}")\nmath(EXPR ASKED "${ASKED} + 1")\n'
        'set(ASKED ${ASKED} CACHE STRING "how often" FORCE)\n'
    )
    script = port / "cmake" / "kind.cmake"
    script.write_text('set(KIND old CACHE STRING "which")\nset(ASKED 0 CACHE STRING "")\n')
    folder = ("--folder", str(tmp_path / "made"))
    assert "it is old, asked 0" in native(port, *folder).output
    assert "it is old, asked 1" in native(port, *folder).output
    script.write_text('set(KIND new CACHE STRING "which")\nset(ASKED 0 CACHE STRING "")\n')
    assert "it is new, asked 0" in native(port, *folder).output
