"""Libraries of CUDA's that a CMake project looks for or names itself: the port links ROCm's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.executors_cmake import on_the_executor
from tests.fixers.build_files.test_cmake_sources import HEAD, converted

MAIN = """\
#include <cuda_runtime.h>
int main() { int n; return cudaGetDeviceCount(&n) != cudaSuccess; }
"""
SEARCHES = {
    "looked_for": "find_library(RT cudart ${CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES})\n",
    "named_first": 'set(RT cudart)\nif(NOT WIN32)\n  find_library(RT cudart "")\nendif()\n',
    "required": "find_library(RT NAMES cudart_static cudart PATHS /usr/lib REQUIRED)\n",
    "in_a_list": "list(APPEND RT cudart -lcuda)\n",
    "the_driver": "set(RT cuda)\n",
    "headers_alone": "find_package(CCCL REQUIRED)\nset(RT CCCL::CCCL)\n",
    "thrust": "find_package(Thrust)\nthrust_create_target(RT)\nset(RT RT)\n",
    "found_header": "find_path(INC cuda_runtime.h REQUIRED)\nset(RT cudart)\n",
    "not_needed": "set(RT cudart)\nfind_library(OS culibos)\nlist(APPEND RT ${OS})\n",
}


@pytest.mark.slow
@pytest.mark.toolchain
def test_programs_link_the_runtime(tmp_path: Path) -> None:
    listed = "".join(f"add_subdirectory({name})\n" for name in SEARCHES)
    files = {"CMakeLists.txt": HEAD + listed}
    for name, search in SEARCHES.items():
        target = f"add_executable({name} main.cpp)\ntarget_link_libraries({name} ${{RT}})\n"
        files |= {f"{name}/CMakeLists.txt": search + target, f"{name}/main.cpp": MAIN}
    built = on_the_executor(converted(tmp_path, files), tmp_path / "b", is_built=False)
    for name in SEARCHES:
        command = (built / name / "CMakeFiles" / f"{name}.dir" / "link.txt").read_text()
        assert " -lporter-hip" in command, (name, command)


def test_a_target_called_cuda_is_the_projects(tmp_path: Path) -> None:
    text = "target_link_libraries(run cuda)\n"
    files = {"CMakeLists.txt": HEAD + "add_library(cuda INTERFACE)\n", "sub/CMakeLists.txt": text}
    assert (converted(tmp_path, files) / "sub/CMakeLists.txt").read_text() == text
