"""The switch that brings device code into a CMake build that leaves it out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.own_build.device_switch import device_switch, leaves_out_device_code
from porter.own_build.systems import System, Target
from tests.own_build.test_native import native


def target(folder: Path, text: str) -> Target:
    (folder / "CMakeLists.txt").write_text(text)
    (folder / "kernels.cu").write_text("__global__ void k() {}\n")
    return Target(folder, System.CMAKE)


@pytest.mark.parametrize(
    ("text", "switch"),
    [
        ('option(ENABLE_CUDA "x" OFF)\nif(ENABLE_CUDA)\nendif()\n', ("ENABLE_CUDA=ON",)),
        ('option(KIT_USE_GPU "x")\nif(NOT X AND KIT_USE_GPU)\nendif()\n', ("KIT_USE_GPU=ON",)),
        ('set(WITH_CUDA OFF CACHE BOOL "x")\nif(WITH_CUDA)\nendif()\n', ("WITH_CUDA=ON",)),
        (
            'option(MPI_CUDA_SUPPORT "x" OFF)\noption(USE_CUDA "x" OFF)\n'
            "if(MPI_CUDA_SUPPORT)\nelseif(USE_CUDA)\nendif()\n",
            ("USE_CUDA=ON",),
        ),
        (
            'set(BACKEND "cpu" CACHE STRING "x")\nif(${BACKEND} STREQUAL "cuda")\nendif()\n',
            ("BACKEND=cuda",),
        ),
        ('option(ENABLE_CUDA "x" ON)\nif(ENABLE_CUDA)\nendif()\n', ()),
        ('option(NO_CUDA "x" OFF)\nif(NO_CUDA)\nendif()\n', ()),
        ('option(ENABLE_CUDA_AWARE_MPI "x" OFF)\nif(ENABLE_CUDA_AWARE_MPI)\nendif()\n', ()),
        ('option(ENABLE_CUDA "x" OFF)\n', ()),
        ('set(BACKEND "cpu")\nif(BACKEND STREQUAL "cuda")\nendif()\n', ()),
        ('if("', ()),
    ],
)
def test_the_switch(tmp_path: Path, text: str, switch: tuple[str, ...]) -> None:
    assert device_switch(target(tmp_path, text)) == switch


@pytest.mark.parametrize(
    ("makefile", "text", "is_left_out"),
    [
        ("flags.make", "# compile CXX with /usr/bin/c++\n", True),
        ("flags.make", "# compile HIP with /opt/rocm/llvm/bin/clang++\n", False),
        ("flags.make", "# compile CXX with /opt/rocm/bin/hipcc\n", False),
        ("build.make", "a.o: a.cu\n\tnvcc -c a.cu\n", False),
        ("build.make", "CMakeFiles/a.dir/a_generated_k.cu.o: k.cu\n", False),
    ],
)
def test_what_a_build_compiles(tmp_path: Path, makefile: str, text: str, is_left_out: bool) -> None:
    source, out = tmp_path / "source", tmp_path / "out"
    source.mkdir()
    folder = out / "CMakeFiles/a.dir"
    folder.mkdir(parents=True)
    (folder / makefile).write_text(text)
    assert leaves_out_device_code(target(source, ""), out) is is_left_out


def test_without_device_sources_nothing_is_left_out(tmp_path: Path) -> None:
    one = target(tmp_path, "")
    (tmp_path / "kernels.cu").unlink()
    (tmp_path / "out").mkdir()
    assert not leaves_out_device_code(one, tmp_path / "out")


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_a_build_that_leaves_the_device_code_out_is_told_once_more(
    tmp_path: Path, rocm: Path
) -> None:
    port = tmp_path / "port"
    port.mkdir()
    (port / "kernels.cu").write_text("__global__ void k() {}\n")
    text = """\
cmake_minimum_required(VERSION 3.21)
project(kit NONE)
option(KIT_USE_CUDA "kernels" OFF)
if(KIT_USE_CUDA)
  add_custom_target(kernels ALL COMMAND hipcc -c kernels.cu -o kernels.o)
endif()
"""
    (port / "CMakeLists.txt").write_text(text)
    done = native(port)
    assert done.exit_code == 0, done.output
    assert "compiled nothing for a GPU; once more: KIT_USE_CUDA=ON" in done.output
    assert "hipcc" in next((tmp_path / "home").rglob("kernels.o")).read_text()
    chosen = native(port, "--variable", "KIT_USE_CUDA=OFF")
    assert "it compiled nothing for a GPU, though there are sources for one" in chosen.output


def test_a_make_build_that_leaves_device_code_out_runs_once_more(
    tmp_path: Path, rocm: Path
) -> None:
    port = tmp_path / "port"
    port.mkdir()
    for name in ("kernels.cu", "main.c"):
        (port / name).write_text("")
    text = """\
O = main.o
ifdef gpu
O += kernels.o
FLAGS = -DGPU
endif
app: $(O)
\tcat $(O) > app
main.o: main.c
\techo host $(FLAGS) > main.o
kernels.o: kernels.cu
\thipcc -c kernels.cu -o kernels.o
"""
    (port / "Makefile").write_text(text)
    done = native(port)
    assert done.exit_code == 0, done.output
    assert "compiled nothing for a GPU; once more: gpu=1" in done.output
    assert "host -DGPU" in (port / "main.o").read_text()
    assert "hipcc" in (port / "kernels.o").read_text()
    chosen = native(port, "--variable", "gpu=")
    assert "it compiled nothing for a GPU, though there are sources for one" in chosen.output


@pytest.mark.parametrize(
    ("name", "holds", "is_left_out"),
    [
        ("ops/__init__.py", "", True),
        ("ops/_C.cpython-311.so", "", True),
        ("ops/_C.cpython-311.so", "for the host", True),
        ("ops/_C.cpython-311.so", "\0__hipRegisterFatBinary\0", False),
    ],
)
def test_what_python_installs(tmp_path: Path, name: str, holds: str, is_left_out: bool) -> None:
    source, installed = tmp_path / "source", tmp_path / "out" / name
    source.mkdir()
    (source / "kernels.cu").write_text("__global__ void k() {}\n")
    installed.parent.mkdir(parents=True)
    installed.write_text(holds)
    built = Target(source, System.PYTHON)
    assert leaves_out_device_code(built, tmp_path / "out") is is_left_out
    assert device_switch(built) == ()
