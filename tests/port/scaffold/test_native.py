"""CMake and plain projects: what is in them, and that they build and run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.compile import units
from porter.convert.emission import Kind
from porter.errors import PorterError
from tests.rocm_root import rocm_root, run
from tests.stand_ins import stand_in

from .trees import BINDING, HOST, KERNEL, PROGRAM, TORCH_KERNEL, port

BLAS = "#include <cublas_v2.h>\ncublasHandle_t make() { return nullptr; }\n"


def test_makefile_names_programs_and_shared_sources(tmp_path: Path) -> None:
    files = {"tool.cu": PROGRAM, "lib/fill.cu": KERNEL, "lib/host.cpp": HOST}
    out, summary = port(tmp_path, files, Kind.PLAIN)
    makefile = (out / "Makefile").read_text()
    assert "build/tool: build/tool.cu.o\n" in makefile
    assert "$(PROGRAMS): $(SHARED)\n" in makefile
    assert "build/lib/fill.cu.o \\\n    build/lib/host.cpp.o" in makefile
    assert summary.notes == []
    assert (out / "compile.sh").stat().st_mode & 0o111


def test_without_main_there_is_a_library(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"fill.cu": KERNEL}, Kind.PLAIN)
    assert "all: build/libup.so\n" in (out / "Makefile").read_text()


@pytest.mark.parametrize("kind", [Kind.CMAKE, Kind.PLAIN])
def test_the_readme_is_the_projects(tmp_path: Path, kind: Kind) -> None:
    out, _ = port(tmp_path, {"tool.cu": PROGRAM}, kind)
    assert (out / "README.md").read_text().startswith("# up for ROCm\n")


def test_programs_of_one_name_keep_apart(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"a/main.cu": PROGRAM, "b/main.cu": PROGRAM}, Kind.PLAIN)
    makefile = (out / "Makefile").read_text()
    assert "build/a_main: build/a/main.cu.o\n" in makefile
    assert "build/b_main: build/b/main.cu.o\n" in makefile


def test_upstreams_flags_and_includes_are_kept(tmp_path: Path) -> None:
    files = {
        "src/fill.cu": '#include "n.h"\n' + KERNEL,
        "include/n.h": "#pragma once\n",
        "Makefile": "fill.o: src/fill.cu\n"
        "\tnvcc -std=c++20 -O2 -DN='a b' -ftz=true -arch=sm_80 -Iinclude -c $< -o $@\n",
    }
    out, _ = port(tmp_path, files, Kind.PLAIN)
    makefile = (out / "Makefile").read_text()
    assert "HIPFLAGS ?= -O2 -std=c++20\n" in makefile
    assert "HIPFLAGS += -fno-strict-aliasing -Wno-error=c++11-narrowing\n" in makefile
    assert "HIPFLAGS += '-DN=a b' -fgpu-flush-denormals-to-zero\n" in makefile
    assert "HIPFLAGS += -Iinclude\n" in makefile
    assert "`-arch=sm_80`" in (out / "README.md").read_text()


def test_files_that_build_for_cuda_are_left_out_and_named(tmp_path: Path) -> None:
    files = {
        "fill.cu": KERNEL,
        "Makefile": "all:\n\tnvcc fill.cu\n",
        "compile.sh": "nvcc fill.cu\n",
        "README.md": "Mine.\n",
    }
    out, _ = port(tmp_path, files, Kind.CMAKE)
    assert not (out / "Makefile").exists()
    assert "cmake -S ." in (out / "compile.sh").read_text()
    assert (out / "README.md").read_text() == "Mine.\n"
    readme = (out / "README.porter.md").read_text()
    assert "`Makefile` of upstream's is not here: it builds for CUDA." in readme
    assert "`compile.sh` is the port's own version of upstream's." in readme


def test_the_readme_says_what_is_to_be_done(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"fill.cu": f'#include "helper_math.h"\n{KERNEL}'}, Kind.CMAKE)
    readme = (out / "README.md").read_text()
    said = "helper_math.h is a header of NVIDIA's samples, which the project does not bring; put "
    assert f"| API09 | {said}" in readme and "| fill.cu:1 |" in readme


def test_a_makefile_that_does_not_build_for_cuda_stays(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"fill.cu": KERNEL, "Makefile": "doc:\n\tdoxygen\n"}, Kind.CMAKE)
    assert (out / "Makefile").read_text() == "doc:\n\tdoxygen\n"


def test_libraries_are_linked(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"blas.cpp": BLAS, "fill.cu": KERNEL}, Kind.CMAKE)
    cmake = (out / "CMakeLists.txt").read_text()
    assert "find_package(hipblas REQUIRED CONFIG" in cmake
    assert "target_link_libraries(up PUBLIC hip::host roc::hipblas)" in cmake
    (tmp_path / "plain").mkdir()
    out, _ = port(tmp_path / "plain", {"blas.cpp": BLAS}, Kind.PLAIN)
    assert "LDLIBS += -lhipblas\n" in (out / "Makefile").read_text()


def test_a_pure_hip_project_asks_cmake_for_nothing_else(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"tool.cu": PROGRAM}, Kind.CMAKE)
    assert "find_package" not in (out / "CMakeLists.txt").read_text()


def test_renamed_files_are_named_anew(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"tool.cu": PROGRAM}, Kind.CMAKE, rename=True)
    assert "add_executable(tool tool.hip)" in (out / "CMakeLists.txt").read_text()


@pytest.mark.parametrize("kind", [Kind.PLAIN, Kind.CMAKE])
def test_porter_build_reads_what_was_emitted(tmp_path: Path, kind: Kind) -> None:
    files = {"tool.cu": PROGRAM, "fill.cu": KERNEL, "host.cpp": HOST}
    out, _ = port(tmp_path, files, kind)
    origin = {Kind.PLAIN: "Makefile", Kind.CMAKE: "CMakeLists.txt"}[kind]
    std = {Kind.PLAIN: "c++17", Kind.CMAKE: "gnu++17"}[kind]
    found = units.find_units(out)
    assert {(unit.source, unit.language.value, unit.std) for unit in found} == {
        ("tool.cu", "hip", std),
        ("fill.cu", "hip", std),
        ("host.cpp", "c++", std),
    }
    assert {unit.origin for unit in found} == {origin}


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    out, first = port(tmp_path, {"tool.cu": PROGRAM, "Makefile": "a:\n\tnvcc\n"}, Kind.PLAIN)
    assert first.written > 0
    _, second = port(tmp_path, {}, Kind.PLAIN)
    assert (second.written, second.output.kept, second.output.stale) == (0, {}, [])
    assert (out / "Makefile").exists()


def test_build_files_changed_by_hand_are_kept(tmp_path: Path) -> None:
    out, _ = port(tmp_path, {"tool.cu": PROGRAM}, Kind.PLAIN)
    (out / "Makefile").write_text("# mine\n")
    _, summary = port(tmp_path, {}, Kind.PLAIN)
    assert (out / "Makefile").read_text() == "# mine\n"
    assert list(summary.output.kept) == ["Makefile"]


def test_nothing_to_build_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="nothing to build"):
        port(tmp_path, {"a.txt": ""}, Kind.PLAIN)


def test_torch_sources_want_a_torch_project(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="PyTorch's headers") as caught:
        port(tmp_path, {"bind.cpp": BINDING, "one.cu": TORCH_KERNEL}, Kind.CMAKE)
    assert "--project torch" in str(caught.value.hint)


@pytest.mark.slow
@pytest.mark.toolchain
def test_the_plain_project_builds_and_runs_on_the_cpu_executor(tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    out, _ = port(tmp_path, {"tool.cu": PROGRAM, "fill.cu": KERNEL, "host.cpp": HOST}, Kind.PLAIN)
    hipcc = stand_in(tmp_path, "porter-hipcc")
    done = run(["make", f"HIPCC={hipcc}", "ARCH=gfx942", "check"], out)
    assert done.stdout.splitlines()[-1] == "42"
    again = run(["make", "-q", f"HIPCC={hipcc}", "ARCH=gfx942", "all"], out)
    assert again.returncode == 0  # make's -q: everything is up to date


@pytest.mark.toolchain
def test_the_cmake_project_builds(tmp_path: Path) -> None:
    """CMake's own HIP language, clang, HIP's headers and its real runtime library."""
    root = rocm_root(tmp_path / "rocm")
    files = {"tool.cu": PROGRAM, "lib/fill.cu": KERNEL}
    out, _ = port(tmp_path, files, Kind.CMAKE)
    run(["cmake", "-S", ".", "-B", "build", *root], out)
    run(["cmake", "--build", "build"], out)
    assert (out / "build" / "tool").read_bytes().startswith(b"\x7fELF")
    assert b"amdgcn-amd-amdhsa--gfx942" in (out / "build" / "tool").read_bytes()
