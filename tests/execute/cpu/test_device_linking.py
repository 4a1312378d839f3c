"""Device code that calls that of other files: as objects, in archives, on both sides."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from tests.stand_ins import stand_in

pytestmark = pytest.mark.toolchain

UNITS = Path(__file__).parent / "programs" / "linked"
#: neighbour(twice(i)) * 10 + table[i & 3] + calls
EXPECTED = f"{2 * 10 + 0 + 6} {8 * 10 + 100 + 6} {124 * 10 + 300 + 6}\n"
MAKEFILE = """\
app: main.o libunits.a
\t$(COMPILER) $(LINK) main.o -L. -lunits -o $@
libunits.a: exchange.o twice.o
\t$(AR) rc $@ $^
%.o: %.cu
\t$(COMPILER) $(EACH) $< -o $@
"""
#: A host's compiler links what nvcc linked for the device.
IN_TWO_STEPS = """\
app: main.o device.o exchange.o twice.o
\t$(COMPILER) -o $@ $^
device.o: main.o exchange.o twice.o
\t$(COMPILER) -dlink $^ -o $@
%.o: %.cu
\t$(COMPILER) -dc $< -o $@
"""
#: As a CUDA project has it: nvcc links device code whenever it links.
CUDA_MAKEFILE = """\
NVCC = nvcc
app: main.o exchange.o twice.o
\t$(NVCC) -arch=sm_80 $^ -o $@
%.o: %.cu
\t$(NVCC) -dc -arch=sm_80 $< -o $@
"""
CMAKE = """\
cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES CUDA)
set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)
add_library(units STATIC exchange.cu twice.cu)
add_executable(app main.cu)
target_link_libraries(app PRIVATE units)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed; return what it wrote."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The program's sources in a folder of their own."""
    return Path(shutil.copytree(UNITS, tmp_path / "units"))


@pytest.mark.parametrize(
    "arch", ["gfx942", pytest.param("gfx1100", marks=pytest.mark.slow), "sm_80"]
)
def test_the_sources_of_a_directory_are_one_program(units: Path, arch: str) -> None:
    assert cpu.build(units, arch=arch).run(timeout=60).stdout == EXPECTED


@pytest.mark.parametrize("flag", ["-rdc=true", "-fgpu-rdc"])
def test_either_compilers_word_for_it_is_taken(units: Path, flag: str) -> None:
    assert cpu.build(units, arch="sm_80", flags=[flag]).run(timeout=60).stdout == EXPECTED


@pytest.mark.parametrize(
    ("compiler", "each", "link"),
    [
        pytest.param(
            "porter-hipcc", "-x hip -fgpu-rdc -c", "-fgpu-rdc --hip-link", marks=pytest.mark.slow
        ),
        ("porter-nvcc", "-dc", ""),
    ],
)
def test_a_makefile_with_a_static_library(units: Path, compiler: str, each: str, link: str) -> None:
    program = stand_in(units / "bin", compiler)
    (units / "Makefile").write_text(MAKEFILE)
    run("make", f"COMPILER={program}", f"EACH={each}", f"LINK={link}",
        f"AR={find().tool('llvm-ar')}", cwd=units)  # fmt: skip
    assert run("./app", cwd=units) == EXPECTED


def test_device_code_that_is_linked_by_itself(units: Path) -> None:
    program = stand_in(units / "bin", "porter-nvcc")
    (units / "Makefile").write_text(IN_TWO_STEPS)
    run("make", f"COMPILER={program}", cwd=units)
    assert run("./app", cwd=units) == EXPECTED


@pytest.mark.parametrize("arch", ["gfx942", pytest.param("gfx1100", marks=pytest.mark.slow)])
def test_the_port_of_a_makefile(
    tmp_path: Path, units: Path, arch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (units / "Makefile").write_text(CUDA_MAKEFILE)
    port = tmp_path / "port"
    write_port([units], Options(), Destination(OutputMode.OUT, port))
    program = stand_in(tmp_path / "bin", "porter-hipcc")
    monkeypatch.setenv("PORTER_CPU_ARCH", arch)
    run("make", f"NVCC={program}", cwd=port)
    assert run("./app", cwd=port) == EXPECTED


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
def test_cmake_with_separable_compilation(units: Path) -> None:
    program = stand_in(units / "bin", "porter-nvcc")
    (units / "CMakeLists.txt").write_text(CMAKE)
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_CUDA_COMPILER={program}",
        f"-DCMAKE_AR={find().tool('llvm-ar')}", f"-DCMAKE_RANLIB={find().tool('llvm-ranlib')}",
        cwd=units)  # fmt: skip
    run("cmake", "--build", "build", cwd=units)
    assert run("build/app", cwd=units) == EXPECTED


def test_hipcc_links_device_code_only_when_it_is_told_to(units: Path) -> None:
    program = stand_in(units / "bin", "porter-hipcc")
    run(program, "-x", "hip", "-fgpu-rdc", "-c", "twice.cu", cwd=units)
    (units / "empty.cpp").write_text("int main() {}\n")
    done = subprocess.run(
        [program, "empty.cpp", "twice.o"], cwd=units, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "-fgpu-rdc --hip-link" in done.stderr


def test_what_none_of_the_files_holds_is_named(units: Path) -> None:
    (units / "twice.cu").unlink()
    with pytest.raises(PorterError, match=r"none of the linked files holds.*twice\(int\)"):
        cpu.build(units, arch="gfx942")


def test_one_file_that_calls_another_is_told_how_they_are_linked(units: Path) -> None:
    with pytest.raises(PorterError, match=r"another file is called.*neighbour\(int\)") as caught:
        cpu.build(units / "main.cu", arch="gfx942")
    assert "-fgpu-rdc" in (caught.value.hint or "")


def test_a_damaged_archive_is_refused_by_name(units: Path) -> None:
    program = stand_in(units / "bin", "porter-nvcc")
    (units / "libunits.a").write_bytes(b"!<arch>\n" + b"x" * 80)
    done = subprocess.run(
        [program, "-rdc=true", "main.cu", "libunits.a"],
        cwd=units,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "libunits.a" in done.stderr and "damaged" in done.stderr
