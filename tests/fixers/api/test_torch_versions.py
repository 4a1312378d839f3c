"""A converted extension type-checks with the headers of ROCm's PyTorch before and since 2.11.

PyTorch's wheel for macOS holds all headers and is the smallest. ROCm's are made from them by the
wheel's own hipify, as PyTorch's build does.
"""

import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from porter.toolchain.home import porter_home
from porter.toolchain.model import Emit
from porter.toolchain.torch_headers import torch_headers

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

EXTENSION = """\
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
__global__ void fill(float *p) { p[threadIdx.x] = 1; }
void run(at::Tensor t) {
  at::cuda::CUDAGuard guard(t.device());
  const at::cuda::OptionalCUDAGuard other(at::device_of(t));
  auto stream = at::cuda::getCurrentCUDAStream();
  cudaStream_t raw = c10::cuda::getCurrentCUDAStream(t.device().index()).stream();
  auto pool = at::cuda::getStreamFromPool();
  auto high = c10::cuda::getStreamFromPool(true, 0);
  c10::cuda::CUDAStreamGuard stream_guard(pool);
  fill<<<1, 64, 0, stream>>>(t.data_ptr<float>());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  AT_CUDA_CHECK(cudaGetLastError());
  C10_CUDA_CHECK(cudaStreamSynchronize(raw));
  int warps = at::cuda::getCurrentDeviceProperties()->maxThreadsPerMultiProcessor;
  auto blas = at::cuda::getCurrentCUDABlasHandle();
  auto data = c10::cuda::CUDACachingAllocator::get()->allocate(16);
  c10::cuda::CUDACachingAllocator::recordStream(data, stream);
  c10::cuda::CUDACachingAllocator::emptyCache();
  c10::cuda::device_synchronize();
}
"""
HIPIFY = """\
import os
from torch.utils.hipify.hipify_python import hipify
hipify(project_directory=os.getcwd(), output_directory=os.getcwd(), show_progress=False,
       includes=["*/aten/*", "*/c10/*", "*/torch/*"], is_pytorch_extension=False)
"""
GENERATED = {
    "c10/hip/impl/hip_cmake_macros.h": "#pragma once\n",
    "aten/src/ATen/hip/HIPConfig.h": "#pragma once\n#define AT_CUDNN_ENABLED() 0\n"
    "#define AT_CUSPARSELT_ENABLED() 0\n#define AT_ROCM_ENABLED() 1\n",
}


@pytest.fixture(scope="session")
def headers_2_6() -> list[Path]:
    """Folders with the headers of PyTorch 2.6 for ROCm."""
    place = porter_home() / "tests" / "torch-2.6.0-rocm"
    if not place.is_dir():
        scratch = place.with_name("torch-2.6.0.partial")
        shutil.rmtree(scratch, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
        command += ["--platform", "macosx_11_0_arm64", "--python-version", "311", "torch==2.6.0"]
        subprocess.run([*command, "--quiet", "--dest", str(scratch)], check=True)
        (wheel,) = scratch.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            wanted = [
                name
                for name in archive.namelist()
                if name.startswith(("torch/include/", "torch/utils/hipify/"))
            ]
            archive.extractall(scratch, wanted)
        wheel.unlink()
        include = scratch / "torch/include"
        (include / "aten/src").mkdir(parents=True)
        (include / "ATen").rename(include / "aten/src/ATen")
        for package in ("torch", "torch/utils"):
            (scratch / package / "__init__.py").touch()
        subprocess.run(
            [sys.executable, "-c", HIPIFY],
            cwd=include,
            env={"PYTHONPATH": str(scratch)},
            check=True,
            capture_output=True,
        )
        for path, text in GENERATED.items():
            (include / path).parent.mkdir(parents=True, exist_ok=True)
            (include / path).write_text(text)
        include.rename(place)
        shutil.rmtree(scratch)
    python = Path(sysconfig.get_path("include"))
    return [place / "aten/src", place, place / "torch/csrc/api/include", python]


def errors(source: Path, includes: list[Path]) -> list[str]:
    command = find().hip_command(
        source,
        "gfx942",
        emit=Emit.SYNTAX,
        std="c++20",
        defines=["USE_ROCM=1", "HIPBLAS_V2", "TORCH_EXTENSION_NAME=e"],
        includes=includes,
        flags=["-w"],
    )
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return [line for line in result.stderr.splitlines() if "error:" in line]


def test_before_2_11(headers_2_6: list[Path], written: Callable[[str], Path]) -> None:
    assert errors(written(EXTENSION), headers_2_6) == []


def test_the_support_header_is_needed_before_2_11(
    headers_2_6: list[Path], written: Callable[[str], Path]
) -> None:
    source = written(EXTENSION)
    source.write_text(source.read_text().replace('#include "porter_compat/torch_names.hpp"', ""))
    assert any("CUDAGuard" in line for line in errors(source, headers_2_6))


def test_installed(written: Callable[[str], Path]) -> None:
    torch = torch_headers()
    assert errors(written(EXTENSION), list(torch.include_dirs)) == []
