"""The .cu files of converted CMake targets, wherever they are named: CMake compiles them as HIP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.executors_cmake import on_the_executor

#: Folder -> script -> its text; targets take `main.cu` and `other.cpp` of the folder.
PROJECTS = {
    "folder_around": {
        "CMakeLists.txt": "set(MAIN ${CMAKE_CURRENT_LIST_DIR}/main.cu)\nadd_subdirectory(sub)\n",
        "sub/CMakeLists.txt": "add_executable(run1 ${MAIN})\n",
    },
    "function_of_an_included_script": {
        "CMakeLists.txt": "include(cmake/programs.cmake)\nadd_one(run2 main.cu)\n",
        "cmake/programs.cmake": "function(add_one NAME SOURCE)\n"
        "  add_executable(${NAME} ${SOURCE})\nendfunction()\n",
    },
    "further_arguments_of_a_macro": {
        "CMakeLists.txt": "macro(Add_Program name)\n  add_executable(${name} ${ARGN})\n"
        "endmacro()\nadd_program(run3 other.cpp main.cu)\n",
    },
    "arguments_by_keyword": {
        "CMakeLists.txt": "function(add_by_keyword)\n"
        '  cmake_parse_arguments(ARG "" "NAME" "SOURCES" ${ARGN})\n'
        "  add_executable(${ARG_NAME} ${ARG_SOURCES})\nendfunction()\n"
        "add_by_keyword(NAME run4 SOURCES main.cu)\n",
    },
    "loop": {
        "CMakeLists.txt": "file(GLOB FOUND *.cu)\nforeach(one ${FOUND})\n"
        "  get_filename_component(name ${one} NAME_WE)\n"
        "  add_executable(${name} ${one})\nendforeach()\n",
    },
    "loop_over_lists": {
        "CMakeLists.txt": "set(FOUND main.cu)\nforeach(one IN LISTS FOUND)\n"
        "  add_executable(run6 ${one})\nendforeach()\n",
    },
    "pattern": {"CMakeLists.txt": "file(GLOB FOUND *.c*)\nadd_executable(run7 ${FOUND})\n"},
    "language_in_a_function": {
        "CMakeLists.txt": "function(as_cuda)\n"
        "  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA)\nendfunction()\n"
        "as_cuda(main.cu)\nadd_executable(run8 main.cu)\n",
    },
}
SOURCES = {"main.cu": "__global__ void k() {}\nint main() {}\n", "other.cpp": "int other;\n"}
HEAD = "cmake_minimum_required(VERSION 3.21)\nproject(x LANGUAGES CXX CUDA)\n"


@pytest.fixture
def port(tmp_path: Path) -> Path:
    listed = "".join(f"add_subdirectory({name})\n" for name in PROJECTS)
    files = {"CMakeLists.txt": HEAD + listed}
    for folder, scripts in PROJECTS.items():
        files |= {f"{folder}/{name}": text for name, text in {**SOURCES, **scripts}.items()}
    return converted(tmp_path, files)


@pytest.mark.toolchain
def test_cmake_compiles_them_as_hip(port: Path, tmp_path: Path) -> None:
    built = on_the_executor(port, tmp_path / "b", is_built=False)
    listed = json.loads((built / "compile_commands.json").read_text())
    as_hip = {Path(one["file"]) for one in listed if "-x hip" in one["command"]}
    assert as_hip == {port / folder / "main.cu" for folder in PROJECTS}


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_cpp_file_compiled_as_cuda_has_the_runtime_without_an_include(tmp_path: Path) -> None:
    script = HEAD + (
        "set(NAME main)\nset_source_files_properties(${NAME}.cpp PROPERTIES LANGUAGE CUDA)\n"
        "add_executable(run ${NAME}.cpp)\n"
    )
    kernel = "__global__ void k(int *x) { *x = threadIdx.x; }\nint main() {}\n"
    port = converted(tmp_path, {"CMakeLists.txt": script, "main.cpp": kernel})
    assert (on_the_executor(port, tmp_path / "b") / "run").is_file()


def test_a_second_run_changes_nothing(port: Path, tmp_path: Path) -> None:
    write_port([port], Options(), Destination(OutputMode.OUT, tmp_path / "twice"))
    for path in port.rglob("CMakeLists.txt"):
        twice = tmp_path / "twice" / path.relative_to(port)
        assert twice.read_text() == path.read_text()


def test_a_target_of_host_sources_alone_is_left_alone(tmp_path: Path) -> None:
    text = "add_library(host ${MAIN})\n"
    files = {"CMakeLists.txt": HEAD + "set(MAIN other.cpp)\n", "sub/CMakeLists.txt": text}
    assert (converted(tmp_path, files) / "sub/CMakeLists.txt").read_text() == text


def test_a_source_without_its_suffix_gets_it(tmp_path: Path) -> None:
    text = "add_executable(run main other STATIC)\ntarget_sources(run PRIVATE sub/k own.h gone)\n"
    files = {"CMakeLists.txt": HEAD + text, "sub/k.cu": "", "own.h": "", **SOURCES}
    assert (
        (converted(tmp_path, files) / "CMakeLists.txt")
        .read_text()
        .endswith(
            "set_source_files_properties(main.cu PROPERTIES LANGUAGE HIP)\n"
            "add_executable(run main.cu other.cpp STATIC)\n"
            "set_source_files_properties(sub/k.cu TARGET_DIRECTORY run PROPERTIES LANGUAGE HIP)\n"
            "target_sources(run PRIVATE sub/k.cu own.h gone)\n"
        )
    )


def converted(folder: Path, files: dict[str, str]) -> Path:
    """Write a project and convert it; return the port."""
    upstream, port = folder / "up", folder / "port"
    for name, text in files.items():
        (upstream / name).parent.mkdir(parents=True, exist_ok=True)
        (upstream / name).write_text(text)
    write_port([upstream], Options(), Destination(OutputMode.OUT, port))
    return port
