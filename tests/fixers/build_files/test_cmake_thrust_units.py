"""C++ sources that include Thrust: CMake compiles them as HIP."""

from __future__ import annotations

from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

FILES = {
    "main.cpp": '#include "sums.h"\nint main() {}\n',
    "sums.h": "#include <thrust/host_vector.h>\n",
    "other.cpp": "#include <vector>\n",
    "k.cu": "__global__ void k() {}\n",
}


def ported(folder: Path, script: str) -> str:
    for name, text in {**FILES, "CMakeLists.txt": script}.items():
        (folder / "src" / name).parent.mkdir(exist_ok=True)
        (folder / "src" / name).write_text(text)
    write_port([folder / "src"], Options(), Destination(OutputMode.OUT, folder / "hip"))
    return (folder / "hip" / "CMakeLists.txt").read_text()


def test_a_source_that_includes_thrust_through_a_header_is_hips(tmp_path: Path) -> None:
    script = "project(x CXX CUDA)\nadd_executable(run main.cpp other.cpp k.cu)\n"
    text = ported(tmp_path, script)
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\n" in text
    assert "other.cpp PROPERTIES" not in text


def test_so_is_a_source_of_the_old_modules_commands(tmp_path: Path) -> None:
    script = "project(x)\nfind_package(CUDA)\ncuda_add_executable(run main.cpp other.cpp k.cu)\n"
    text = ported(tmp_path, script)
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\n" in text
    assert "other.cpp PROPERTIES" not in text


def test_without_device_code_in_the_project_nothing_changes(tmp_path: Path) -> None:
    text = ported(tmp_path, "project(x CXX)\nadd_executable(run main.cpp other.cpp)\n")
    assert "LANGUAGE HIP" not in text


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    text = ported(tmp_path, "project(x CXX CUDA)\nadd_executable(run main.cpp)\n")
    (tmp_path / "again").mkdir()
    assert ported(tmp_path / "again", text) == text


def test_sources_that_a_variable_names_are_hips_too(tmp_path: Path) -> None:
    names = "set(HOST ${CMAKE_CURRENT_SOURCE_DIR}/main.cpp other.cpp)\n"
    text = ported(tmp_path, f"project(x CXX CUDA)\n{names}add_executable(run ${{HOST}} k.cu)\n")
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\nadd_exec" in text


def test_sources_that_are_globbed_are_hips_too(tmp_path: Path) -> None:
    globbed = "file(GLOB ALL *.cpp *.cu)\n"
    text = ported(tmp_path, f"project(x CXX CUDA)\n{globbed}add_executable(run ${{ALL}})\n")
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\n" in text
    (tmp_path / "again").mkdir()
    assert ported(tmp_path / "again", text) == text


def test_sources_may_be_named_from_the_top(tmp_path: Path) -> None:
    names = "file(GLOB HOST ${CMAKE_SOURCE_DIR}/*.cpp)\n"
    text = ported(tmp_path, f"project(x CXX CUDA)\n{names}add_executable(run ${{HOST}} k.cu)\n")
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\n" in text


def test_folders_and_the_language_may_be_those_of_a_script_around(tmp_path: Path) -> None:
    source = tmp_path / "src"
    for name, text in {
        "CMakeLists.txt": 'project(x)\noption(GPU "" OFF)\nif(GPU)\nenable_language(CUDA)\n'
        "include_directories(${CMAKE_SOURCE_DIR}/lib/gpu)\nendif()\nadd_subdirectory(lib)\n",
        "lib/CMakeLists.txt": "add_library(all all.cpp)\nadd_library(host host.cpp)\n",
        "lib/all.cpp": '#ifdef GPU\n#include "sums.h"\n#endif\n',
        "lib/host.cpp": '#ifdef GPU\n#include "device.h"\n#endif\n',
        "lib/gpu/sums.h": FILES["sums.h"],
        "lib/gpu/device.h": "#include <cuda_runtime.h>\n",
    }.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    write_port([source], Options(), Destination(OutputMode.OUT, tmp_path / "hip"))
    text = (tmp_path / "hip" / "lib" / "CMakeLists.txt").read_text()
    guard, _, rest = text.partition("add_library(all all.cpp)\n")
    assert guard == (
        "if(CMAKE_HIP_COMPILER)\n"
        "  set_source_files_properties(all.cpp PROPERTIES LANGUAGE HIP)\n"
        "endif()\n"
    )
    assert rest.startswith("add_library(host host.cpp)\nif(CMAKE_HIP_COMPILER)\n")
    assert rest.endswith("hip::host)\nendif()\n")


def test_sources_that_nobody_can_tell_are_hips_too(tmp_path: Path) -> None:
    script = "project(x CXX CUDA)\ngathered(SRC)\nadd_executable(run ${SRC})\n"
    text = ported(tmp_path, script)
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\nadd_exec" in text
    assert "other.cpp" not in text


def test_a_folder_below_one_that_looks_for_cuda_takes_hip_if_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "src" / "io").mkdir(parents=True)
    (tmp_path / "src" / "io" / "CMakeLists.txt").write_text("add_library(io main.cpp)\n")
    (tmp_path / "src" / "io" / "main.cpp").write_text("#include <thrust/host_vector.h>\n")
    ported(tmp_path, "project(x)\nfind_package(CUDA REQUIRED)\nadd_subdirectory(io)\n")
    text = (tmp_path / "hip" / "io" / "CMakeLists.txt").read_text()
    assert "if(CMAKE_HIP_COMPILER)\n" in text
    assert "set_source_files_properties(main.cpp PROPERTIES LANGUAGE HIP)\n" in text
