"""Device code that is linked across files: said to CMake for HIP, and linked by clang."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.fixers.conftest import Convert
from tests.rocm_root import hipcc, rocm_root, run

FILES = {
    "twice.cu": "__device__ float twice(float x) { return 2.0f * x; }\n",
    "use.cu": (
        "extern __device__ float twice(float x);\n"
        "__global__ void use(float* x) { *x = twice(*x); }\n"
        "void run(float* x) { use<<<1, 1>>>(x); }\n"
    ),
    "main.cpp": "void run(float*);\nint main() { run(nullptr); }\n",
}
HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(linked LANGUAGES CXX CUDA)\n"
ON = "CUDA_SEPARABLE_COMPILATION ON"
PROJECTS = {
    "a program": f"add_executable(main main.cpp twice.cu use.cu)\n"
    f"set_target_properties(main PROPERTIES {ON})\n",
    "a static library": "add_library(k STATIC twice.cu use.cu)\n"
    f"set_target_properties(k PROPERTIES\n  POSITION_INDEPENDENT_CODE ON\n  {ON})\n"
    "add_executable(main main.cpp)\ntarget_link_libraries(main PRIVATE k)\n",
    "a directory": f"set(CMAKE_{ON.replace(' ON', '')} ON)\n"
    "add_library(k OBJECT twice.cu)\nadd_executable(main main.cpp use.cu)\n"
    "target_link_libraries(main PRIVATE k)\n",
}


@pytest.mark.toolchain
@pytest.mark.parametrize("name", PROJECTS)
def test_cmake_links_a_device_function_of_another_file(tmp_path: Path, name: str) -> None:
    options = rocm_root(tmp_path / "rocm")
    source, port = tmp_path / "up", tmp_path / "port"
    source.mkdir()
    for path, text in {**FILES, "CMakeLists.txt": HEAD + PROJECTS[name]}.items():
        (source / path).write_text(text)
    summary = write_port([source], Options(), Destination(OutputMode.OUT, port))
    assert [one for _, one in summary.findings if one.finding.rule == "BLD08"] == []
    run(["cmake", "-S", ".", "-B", "build", *options], port)
    run(["cmake", "--build", "build"], port)
    program = (port / "build" / "main").read_bytes()
    assert b"amdgcn-amd-amdhsa--gfx942" in program and b"libamdhip64.so" in program


def test_other_properties_of_the_command_are_converted_too(converted: Convert) -> None:
    text = (
        "add_library(k a.cpp)\n"
        f"set_target_properties(k PROPERTIES CUDA_STANDARD 17 {ON} FOLDER gpu)\n"
    )
    told = converted(text, path="CMakeLists.txt").data.decode()
    assert "set_target_properties(k PROPERTIES HIP_STANDARD 17 FOLDER gpu)\n" in told
    assert "target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)\n" in told
    assert converted(told, path="CMakeLists.txt").data.decode() == told


@pytest.mark.parametrize(
    "text",
    [
        "set_target_properties(k PROPERTIES CUDA_SEPARABLE_COMPILATION ${RDC})\n",
        "set_target_properties(k PROPERTIES CUDA_SEPARABLE_COMPILATION)\n",
        "set(CMAKE_CUDA_SEPARABLE_COMPILATION ON CACHE BOOL x)\n",
        "function(own)\n  set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)\nendfunction()\n",
        "set_property(TARGET k APPEND PROPERTY CUDA_SEPARABLE_COMPILATION ON OFF)\n",
    ],
)
def test_what_cannot_be_told_is_left_alone_and_reported(converted: Convert, text: str) -> None:
    result = converted(text, path="CMakeLists.txt")
    assert result.data.decode() == text
    assert [finding.rule for finding in result.findings] == ["BLD08"]


def test_line_ends_and_comments_stay(converted: Convert) -> None:
    text = f"  set_target_properties(a b PROPERTIES {ON})  # both\r\n"
    told = converted(text, path="CMakeLists.txt").data.decode()
    lines = told.split("\r\n")
    assert [line.split("(")[0].strip() for line in lines[:-1]] == [
        "target_compile_options", "target_link_options",
    ] * 2  # fmt: skip
    assert all(line.startswith("  target_") for line in lines[:-1])
    assert lines[-2].endswith(")  # both")


def test_what_stands_before_the_compiler_stays(converted: Convert) -> None:
    text = "a.o: a.cu\n\tnvcc -dc $<\na: a.o\n\t@g++ $^ -lcudart\nb: b.o\n\t$(Q)$(CXX) $^ -lcuda\n"
    told = converted(text, path="Makefile").data.decode()
    assert "\t@hipcc -fgpu-rdc --hip-link $^ -lamdhip64\n" in told
    assert "\t$(Q)hipcc -fgpu-rdc --hip-link $^ -lamdhip64\n" in told


def test_the_flags_of_makes_own_link_command_stay(converted: Convert) -> None:
    text = "a.o: a.cu\n\tnvcc -dc $<\na: a.o\n\t$(LINK.cc) -o $@ $^ -lcudart\n"
    link = "hipcc -fgpu-rdc --hip-link $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) -o $@ $^ -lamdhip64\n"
    assert converted(text, path="Makefile").data.decode().endswith(f"\t{link}")


MAKEFILE = """\
NVCC = nvcc -arch=sm_70
%.o: %.cu
\t$(NVCC) -dc $< -o $@
main.o: main.cpp
\t$(CXX) -c $< -o $@
link.o: twice.o use.o
\t$(NVCC) -dlink $^ -o $@
main: main.o twice.o use.o link.o
\t$(CXX) $^ -o $@ -L/usr/local/cuda/lib64 -lcudart -lcudadevrt
"""


@pytest.mark.toolchain
def test_make_links_what_was_linked_by_a_step_of_its_own(tmp_path: Path) -> None:
    rocm_root(tmp_path / "rocm")
    hipcc(tmp_path / "rocm")
    source, port = tmp_path / "up", tmp_path / "port"
    source.mkdir()
    for path, text in {**FILES, "Makefile": MAKEFILE}.items():
        (source / path).write_text(text)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    nvcc = f"NVCC={tmp_path}/rocm/bin/hipcc --offload-arch=gfx942 -Wl,--allow-shlib-undefined"
    run(["make", "main", nvcc, f"ROCM_PATH={tmp_path}/rocm"], port)
    program = (port / "main").read_bytes()
    assert b"amdgcn-amd-amdhsa--gfx942" in program and b"libamdhip64.so" in program
