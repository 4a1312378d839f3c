"""Programs of CMake's FindCUDA beside its language CUDA, built for the executor."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.own_build.systems import System, Target
from porter.verify.place import CUDA_ON_CPU
from porter.verify.program.cuda_build import cuda_build
from tests.compile.tree import write_tree

LISTS = """\
cmake_minimum_required(VERSION 3.10)
project(p)
find_package(CUDA REQUIRED)
set(CMAKE_CUDA_COMPILER ${CUDA_TOOLKIT_ROOT_DIR}/bin/nvcc)
enable_language(CUDA)
cuda_add_executable(p main.cpp p.cu)
"""


@pytest.mark.slow
@pytest.mark.toolchain
def test_the_runtime_is_linked_whatever_archives_are_asked_for(tmp_path: Path) -> None:
    write_tree(tmp_path, {
        "CMakeLists.txt": LISTS,
        "p.cu": "int wait() { return cudaDeviceSynchronize(); }\n",
        "main.cpp": "int wait(); int main() { return wait(); }\n",
    })  # fmt: skip
    made = cuda_build(tmp_path, Target(tmp_path, System.CMAKE), CUDA_ON_CPU, may_switch=False)
    assert not made.problem and [Path(one).name for one in made.programs] == ["p"]
