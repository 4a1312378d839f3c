"""CUDA code in folders of other people's code that the project includes is converted with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.project.discover import discover

TREE = {
    "main.cu": '#include "external/csr/all.h"\n#include <json.h>\n__global__ void k() {}\n',
    "other.cu": '#include "beside.h"\n#include "cutlass/gemm.h"\n__global__ void l() {}\n',
    "beside.h": "__device__ int beside();\n",
    "external/csr/all.h": '#include "detail/device.h"\n#include "all.h"\n',
    "external/csr/detail/device.h": "#include <cuda_runtime.h>\ninline cudaStream_t of();\n",
    "external/csr/detail/both.h": "#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#endif\n",
    "external/json/json.h": "#define JSON\n",
    "external/unused/u.h": "#include <cuda_runtime.h>\n",
    "external/cutlass/gemm.h": "#include <cuda_runtime.h>\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_what_sources_include_directly_or_not(tree: Path) -> None:
    project = discover(tree)
    assert project.included == {"external/csr/detail/device.h"}
    assert not project.is_vendored("external/csr/detail/device.h")
    assert project.is_vendored("external/csr/all.h")


@pytest.mark.parametrize(
    "line",
    [
        '#include "detail/both.h"\n',
        "// cudaMalloc\n#include <hip/hip_runtime.h>\n",
        "#include <ATen/cuda/CUDAContext.h>\n#include <ATen/hip/HIPContext.h>\n",
    ],
)
def test_what_has_a_side_for_hip_is_left_alone(tree: Path, line: str) -> None:
    (tree / "external/csr/all.h").write_text(line)
    assert not discover(tree).included


@pytest.mark.parametrize(
    ("line", "is_cudas"),
    [
        ("#include <nvtx3/nvToolsExt.h>\n", True),
        ("#include <cub/cub.cuh>\n", True),
        ("#include <cublas_v2.h>\n", True),
        ("#include <THC/THCAtomics.cuh>\n#ifdef __HIP_PLATFORM_HCC__\n#endif\n", True),
        ("__device__ int f();\n", False),
        ("#include <cute.h>\n", False),
    ],
)
def test_what_tells_cuda(tree: Path, line: str, is_cudas: bool) -> None:
    (tree / "external/csr/all.h").write_text(line)
    assert discover(tree).included == ({"external/csr/all.h"} if is_cudas else set())


def test_all_of_it_is_the_projects_own_where_that_is_asked_for(tree: Path) -> None:
    project = discover(tree, include_vendored=True)
    assert not project.vendored
    assert not project.included


def test_the_port_has_it_converted_and_the_report_says_so(tree: Path, tmp_path: Path) -> None:
    port = tmp_path / "port"
    write_port([tree], Options(), Destination(OutputMode.OUT, port))
    assert "hipStream_t" in (port / "external/csr/detail/device.h").read_text()
    assert "cuda_runtime" in (port / "external/unused/u.h").read_text()


BUILT = {
    "CMakeLists.txt": "include(3rdparty/all.cmake)\n"
    "add_subdirectory(${CMAKE_SOURCE_DIR}/external/kit)\n"
    "cuda_add_executable(app main.cu extern/sort/sort.cu)\n",
    "main.cu": "__global__ void k() {}\n",
    "3rdparty/all.cmake": "find_package(CUDAToolkit)\n"
    "include(${CMAKE_CURRENT_LIST_DIR}/fmt.cmake)\n",
    "3rdparty/fmt.cmake": "find_package(fmt)\n",
    "3rdparty/unused.cmake": "find_package(CUDAToolkit)\n",
    "external/kit/CMakeLists.txt": "cuda_add_library(kit kit.cu host.cpp)\n",
    "external/kit/kit.cu": "__global__ void kit() {}\n",
    "external/kit/host.cpp": "int host() { return 1; }\n",
    "external/other/CMakeLists.txt": "cuda_add_library(other other.cu)\n",
    "external/other/other.cu": "__global__ void other() {}\n",
    "extern/sort/sort.cu": "__global__ void sort() {}\n",
    "extern/sort/unused.cu": "__global__ void unused() {}\n",
}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for path, text in BUILT.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_what_the_build_has_of_other_peoples_code(built: Path) -> None:
    assert discover(built).included == {
        "3rdparty/all.cmake",
        "external/kit/CMakeLists.txt",
        "external/kit/kit.cu",
        "extern/sort/sort.cu",
    }


def test_a_script_with_a_side_for_hip_is_left_alone(built: Path) -> None:
    script = "if(WITH_HIP)\nelse()\nfind_package(CUDA)\nendif()\n"
    (built / "external/kit/CMakeLists.txt").write_text(script)
    (built / "3rdparty/all.cmake").write_text("find_package(CUDA)\nfind_package(hip)\n")
    assert discover(built).included == {"extern/sort/sort.cu"}
