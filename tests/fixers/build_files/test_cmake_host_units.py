"""C++ sources of a converted CMake project: CMake itself tells what their compiler is given."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.rocm_root import run

HIP_CONFIG = """\
if(NOT TARGET hip::host)
  add_library(hip::host INTERFACE IMPORTED)
  set_target_properties(hip::host PROPERTIES
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_LIST_DIR}/include")
endif()
set(hip_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/include")
"""
CUDA = '#include "device.h"\nint main() {}\n'
FILES = {
    "main.cpp": CUDA,
    "device.h": "#include <cuda_runtime.h>\n",
    "other.cpp": "int main() {}\n",
    "far.cpp": '#include "far.h"\nint main() {}\n',
    "inc/deep/far.h": "#include <cuda_runtime.h>\n",
}


@pytest.mark.parametrize(
    "text",
    [
        "add_executable(run main.cpp)",
        "set(SRC other.cpp main.cpp)\nadd_executable(run ${SRC})",
        "find_package(CUDAToolkit REQUIRED)\nadd_executable(run main.cpp)\n"
        "target_include_directories(run PRIVATE ${CUDAToolkit_INCLUDE_DIRS})",
        "find_package(CUDAToolkit REQUIRED)\ninclude_directories(${CUDAToolkit_INCLUDE_DIRS})\n"
        "add_executable(run main.cpp)\ntarget_link_libraries(run PRIVATE Threads::Threads)",
        "find_package(CUDAToolkit REQUIRED)\nadd_executable(run main.cpp)\n"
        "target_link_libraries(run PRIVATE CUDA::cudart)",
        "set(NAME main)\nadd_executable(run ${PROJECT_SOURCE_DIR}/${NAME}.cpp)",
        "file(GLOB SRC ma*.cpp)\nadd_executable(run ${SRC})",
        "add_executable(run)\ntarget_sources(run PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/main.cpp)",
        "if(NOT UNIX)\n  find_package(CUDAToolkit REQUIRED)\nendif()\nadd_executable(run main.cpp)",
        "foreach(one main other)\n  add_executable(${one} ${one}.cpp)\nendforeach()",
    ],
)
def test_its_compiler_finds_hips_headers(tmp_path: Path, text: str) -> None:
    commands = configured(tmp_path, text)
    assert "__HIP_PLATFORM_AMD__" in commands["main.cpp"]
    assert f"{tmp_path}/rocm/lib/cmake/hip/include" in commands["main.cpp"]


def test_headers_are_looked_for_in_the_folders_that_the_script_names(tmp_path: Path) -> None:
    text = "set(INC inc/deep)\ninclude_directories(${INC})\nadd_executable(run far.cpp)"
    assert "__HIP_PLATFORM_AMD__" in configured(tmp_path, text)["far.cpp"]


def test_headers_are_looked_for_from_the_project_s_folder(tmp_path: Path) -> None:
    folder = tmp_path / "up"
    (folder / "lib").mkdir(parents=True)
    (folder / "lib/deep.h").write_text("#include <cuda_runtime.h>\n")
    (folder / "lib/a.cpp").write_text("#include <lib/deep.h>\n")
    (folder / "lib/CMakeLists.txt").write_text("add_library(a a.cpp)\n")
    (folder / "CMakeLists.txt").write_text("project(x CXX)\nadd_subdirectory(lib)\n")
    write_port([folder], Options(), Destination(OutputMode.OUT, tmp_path / "port"))
    assert "hip::host" in (tmp_path / "port/lib/CMakeLists.txt").read_text()


def test_sources_without_cuda_are_left_alone(tmp_path: Path) -> None:
    assert "HIP" not in configured(tmp_path, "add_executable(run other.cpp)")["other.cpp"]


def test_sources_outside_the_project_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside.cpp").write_text("#include <cuda_runtime.h>\n")
    commands = configured(tmp_path, "add_executable(run ../outside.cpp other.cpp)")
    assert "HIP" not in commands["other.cpp"]


def configured(folder: Path, text: str) -> dict[str, str]:
    """Convert a project and configure it; return the command of each source."""
    if shutil.which("cmake") is None or shutil.which("c++") is None:
        pytest.skip("needs cmake and a C++ compiler")
    config = folder / "rocm/lib/cmake/hip/hip-config.cmake"
    (config.parent / "include").mkdir(parents=True)
    config.write_text(HIP_CONFIG)
    upstream, out = folder / "up", folder / "out"
    for name, data in FILES.items():
        (upstream / name).parent.mkdir(parents=True, exist_ok=True)
        (upstream / name).write_text(data)
    (upstream / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(x CXX)\nfind_package(Threads REQUIRED)\n"
        f"{text}\n"
    )
    write_port([upstream], Options(), Destination(OutputMode.OUT, out))
    run(
        ["cmake", "-S", ".", "-B", "b", f"-DCMAKE_PREFIX_PATH={folder}/rocm",
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
        out,
    )  # fmt: skip
    listed = json.loads((out / "b/compile_commands.json").read_text())
    return {Path(one["file"]).name: one["command"] for one in listed}
