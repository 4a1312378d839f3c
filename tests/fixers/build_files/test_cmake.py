"""CMake projects for CUDA, converted: text, units, and CMake itself building them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.compile.units import find_units
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.testing import apply
from tests.fixers.conftest import EVERYWHERE, Convert
from tests.rocm_root import rocm_root, run

KERNEL = """\
#include <cuda_runtime.h>
__global__ void fill(float* x) { x[threadIdx.x] = 1.0f; }
void run(float* x) { fill<<<1, 32>>>(x); cudaDeviceSynchronize(); }
"""
HOST = """\
#include <cuda_runtime.h>
void run(float* x);
int main() { float* x = nullptr; return cudaMalloc(&x, 128) == cudaSuccess ? (run(x), 0) : 1; }
"""
MODERN = """\
cmake_minimum_required(VERSION 3.18...3.20)
project(fill LANGUAGES CXX CUDA)
find_package(CUDAToolkit 11.0 REQUIRED)
set(CMAKE_CUDA_STANDARD 17)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 70 80)
endif()
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} --expt-relaxed-constexpr -Xcompiler=-fPIC")
file(GLOB SRC CONFIGURE_DEPENDS src/*.cu)
add_library(fill STATIC ${SRC})
target_compile_options(fill PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;--extended-lambda>)
add_executable(main main.cpp extra.cu)
target_link_libraries(main PRIVATE fill CUDA::cudart)
"""
CLASSIC = """\
cmake_minimum_required(VERSION 3.10)
project(fill CXX)
find_package(CUDA REQUIRED)
set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -O2 -gencode arch=compute_70,code=sm_70)
include_directories(${CUDA_INCLUDE_DIRS})
cuda_add_library(fill STATIC src/fill.cu OPTIONS -DEXTRA=1)
cuda_add_executable(main main.cpp extra.cu)
target_link_libraries(main fill ${CUDA_LIBRARIES})
"""
OPTIONAL = """\
cmake_minimum_required(VERSION 3.18)
project(fill LANGUAGES CXX)
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "no compiler")
endif()
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
set(KERNELS src/fill.cu extra.cu)
add_library(fill OBJECT)
target_sources(fill PRIVATE ${KERNELS})
target_compile_features(fill PUBLIC cuda_std_17)
set_target_properties(fill PROPERTIES CUDA_STANDARD_REQUIRED ON CUDA_ARCHITECTURES OFF)
add_executable(main main.cpp $<TARGET_OBJECTS:fill>)
target_link_libraries(main PRIVATE CUDA::cudart_static)
"""
PROJECTS = {"modern": MODERN, "classic": CLASSIC, "optional": OPTIONAL}


def convert_tree(folder: Path, text: str) -> Path:
    source = folder / "up"
    (source / "src").mkdir(parents=True)
    (source / "CMakeLists.txt").write_text(text)
    (source / "src" / "fill.cu").write_text(KERNEL)
    (source / "extra.cu").write_text("__global__ void nothing() {}\n")
    (source / "main.cpp").write_text(HOST)
    out = folder / "out"
    write_port([source], Options(), Destination(OutputMode.OUT, out))
    return out


@pytest.mark.parametrize("name", PROJECTS)
def test_a_second_run_changes_nothing(converted: Convert, name: str) -> None:
    once = converted(PROJECTS[name], path="CMakeLists.txt").data
    assert converted(once.decode(), path="CMakeLists.txt").data == once


@pytest.mark.parametrize("name", PROJECTS)
def test_no_cuda_is_left(converted: Convert, name: str) -> None:
    text = converted(PROJECTS[name], path="CMakeLists.txt").data.decode()
    left = {word for line in text.splitlines() for word in line.split() if "CUDA" in word}
    assert all("CUDA_NVCC_FLAGS" in word or word == "CUDA_ARCHITECTURES" for word in left), left


@pytest.mark.parametrize("name", PROJECTS)
def test_porter_build_reads_the_converted_file(tmp_path: Path, name: str) -> None:
    out = convert_tree(tmp_path, PROJECTS[name])
    units = {unit.source: unit for unit in find_units(out)}
    assert {source: unit.language.value for source, unit in units.items()} == {
        "src/fill.cu": "hip",
        "extra.cu": "hip",
        "main.cpp": "c++",
    }
    assert {unit.origin for unit in units.values()} == {"CMakeLists.txt"}


@pytest.mark.toolchain
@pytest.mark.parametrize("name", PROJECTS)
def test_cmake_builds_the_converted_project(tmp_path: Path, name: str) -> None:
    options = rocm_root(tmp_path / "rocm")
    out = convert_tree(tmp_path, PROJECTS[name])
    run(["cmake", "-S", ".", "-B", "build", *options], out)
    run(["cmake", "--build", "build", "--verbose"], out)
    program = (out / "build" / "main").read_bytes()
    assert b"amdgcn-amd-amdhsa--gfx942" in program
    assert b"libamdhip64.so" in program


def test_one_side_of_a_switch_is_left_alone(converted: Convert) -> None:
    text = (
        "if(USE_ROCM)\n  find_package(hip)\n  set(GPU_FLAGS -DCUDA -lineinfo)\nelse()\n"
        "  find_package(CUDAToolkit REQUIRED)\nendif()\n"
        "if(USE_CUDA)\n  enable_language(CUDA)\nendif()\n"
    )
    assert converted(text, path="CMakeLists.txt").data.decode() == text


def test_sources_of_a_project_that_builds_for_both_stay_its_own(converted: Convert) -> None:
    text = (
        "file(GLOB CU src/*.cu)\n"
        "if(USE_ROCM)\n  set_source_files_properties(${CU} PROPERTIES LANGUAGE HIP)\nendif()\n"
        "add_library(k ${CU})\n"
    )
    assert converted(text, path="CMakeLists.txt").data.decode() == text


def test_messages_keep_their_words_but_not_their_variables(converted: Convert) -> None:
    text = 'message(STATUS "CMAKE_CUDA_FLAGS: ${CMAKE_CUDA_FLAGS}")\n'
    after = 'message(STATUS "CMAKE_CUDA_FLAGS: ${CMAKE_HIP_FLAGS}")\n'
    assert converted(text, path="CMakeLists.txt").data.decode() == after


def test_a_file_that_does_not_parse_is_left_alone(converted: Convert) -> None:
    text = "project(x LANGUAGES CUDA)\nset(A (\n"
    result = converted(text, path="x.cmake")
    assert result.data.decode() == text
    assert [finding.rule for finding in result.findings] == ["BLD01"]


def test_renamed_sources_need_no_property() -> None:
    from porter.source.text.languages import Language
    from porter.testing import convert, single_text

    text = b"project(x LANGUAGES CUDA)\nadd_library(k a.cu)\n"
    options = Options(rename=True, skip=EVERYWHERE)
    given = single_text("CMakeLists.txt", text, Language.CMAKE, options, ("a.cu",))
    assert convert(*given).data == b"project(x LANGUAGES HIP)\nadd_library(k a.hip)\n"


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("set(CMAKE_CUDA_ARCHITECTURES 70 80)", "gfx1030"),
        ("set(A 70)\nset(CMAKE_CUDA_ARCHITECTURES ${A})", "gfx1030"),
        ("set(CMAKE_CUDA_ARCHITECTURES 70 CACHE STRING x FORCE)", "gfx1030"),
        (
            "if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n"
            "set(CMAKE_CUDA_ARCHITECTURES 70)\nendif()",
            "gfx1030",
        ),
        ("set(CMAKE_CUDA_ARCHITECTURES 70 80)", None),
    ],
)  # fmt: skip
def test_the_user_chooses_the_architectures(
    converted: Convert, tmp_path: Path, text: str, chosen: str | None
) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("needs cmake")
    whole = (
        f"cmake_minimum_required(VERSION 3.21)\n{text}\nproject(x NONE)\n"
        'message(STATUS "for ${CMAKE_CUDA_ARCHITECTURES}.")\n'
    )
    (tmp_path / "CMakeLists.txt").write_bytes(converted(whole, path="CMakeLists.txt").data)
    options = [f"-DCMAKE_HIP_ARCHITECTURES={chosen}"] if chosen else []
    said = run(["cmake", "-S", ".", "-B", "b", *options], tmp_path).stdout
    assert f"for {chosen or 'gfx90a;gfx942;gfx1100'}." in said


def test_a_folder_that_is_collected_keeps_its_device_code(tmp_path: Path) -> None:
    upstream, out = tmp_path / "up", tmp_path / "out"
    (upstream / "src").mkdir(parents=True)
    (upstream / "src/run.cu").write_text(KERNEL)
    (upstream / "src/main.cpp").write_text("int main() {}\n")
    (upstream / "CMakeLists.txt").write_text(
        "project(x CXX CUDA)\naux_source_directory(${PROJECT_SOURCE_DIR}/src SRC)\n"
        "aux_source_directory(none NONE)\nadd_executable(x ${SRC})\n"
    )
    options = Options(skip=EVERYWHERE)
    write_port([upstream], options, Destination(OutputMode.OUT, out))
    assert (out / "CMakeLists.txt").read_text() == (
        "project(x CXX HIP)\naux_source_directory(${PROJECT_SOURCE_DIR}/src SRC)\n"
        "file(GLOB SRC_HIP ${PROJECT_SOURCE_DIR}/src/*.cu)\nlist(APPEND SRC ${SRC_HIP})\n"
        "aux_source_directory(none NONE)\nset(x_HIP_SOURCES ${SRC})\n"
        'list(FILTER x_HIP_SOURCES INCLUDE REGEX "\\\\.cu$")\n'
        "set_source_files_properties(${x_HIP_SOURCES} PROPERTIES LANGUAGE HIP)\n"
        "add_executable(x ${SRC})\n"
    )
    write_port([out], options, Destination(OutputMode.OUT, tmp_path / "again"))
    assert (tmp_path / "again/CMakeLists.txt").read_text() == (out / "CMakeLists.txt").read_text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "add_library(k ${CUDA_TOOLKIT_ROOT_DIR}/a.cu b.cu)\n",
            "set_source_files_properties(${hip_PREFIX_DIR}/a.cu b.cu PROPERTIES LANGUAGE HIP)\n",
        ),
        (
            "set_target_properties(${CUDA_FOUND}k PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n",
            "target_compile_options(${hip_FOUND}k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)\n",
        ),
        (
            "cuda_add_library(k k.cpp OPTIONS -O3 -lineinfo)\n",
            "target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3;-gline-tables-only>)\n",
        ),
    ],
)
def test_what_a_command_repeats_of_another_is_converted_there_too(text: str, expected: str) -> None:
    once = apply(text, path="CMakeLists.txt").data
    assert expected.encode() in once
    assert apply(once, path="CMakeLists.txt").data == once


def test_a_bracket_argument_stays_one_where_it_is_repeated() -> None:
    made = apply("add_library(k [[${x}.cu]])\n", path="CMakeLists.txt").data
    assert made.startswith(b"set_source_files_properties([[${x}.cu]] PROPERTIES LANGUAGE HIP)\n")


def test_a_value_for_where_cuda_was_not_found_is_a_fallback(converted: Convert) -> None:
    fallback = "  set(CUDA_LIBRARIES /usr/local/cuda/lib64/libcudart.so)\nendif()\n"
    before = f"if(CUDA_FOUND)\nelse()\n{fallback}target_link_libraries(k ${{CUDA_LIBRARIES}})\n"
    after = f"if(CUDA_FOUND)\nelse()\n{fallback}target_link_libraries(k hip::host)\n"
    assert converted(before, "BLD03", path="CMakeLists.txt").data.decode() == after


def test_guards_of_standard_headers_are_not_given(converted: Convert) -> None:
    result = converted(
        'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -D_MATH_H=1 -DOWN_MATH_H -w '
        '-Xcompiler -D__BITS_MATHCALLS_H")\n',
        "BLD06",
        path="CMakeLists.txt",
    )
    assert b'"${CMAKE_CUDA_FLAGS} -DOWN_MATH_H -w"' in result.data
    assert [finding.message for finding in result.findings] == [
        "-D_MATH_H=1 is left out: _MATH_H keeps a header away that HIP's need",
        "-D__BITS_MATHCALLS_H is left out: __BITS_MATHCALLS_H keeps a header away that HIP's need",
    ]
