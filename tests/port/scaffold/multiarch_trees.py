"""A small package with a folder for each architecture, and one without."""

from __future__ import annotations

from .trees import BINDING, TORCH

_SETUP = """\
import os
import subprocess
from glob import glob
from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

HERE = Path(__file__).parent.resolve()


def detect_arch():
    asked = os.environ.get("KIT_CUDA_ARCH", "").lower()
    if asked:
        return asked
    command = ["nvidia-smi", "--query-gpu=compute_cap"]
    return {"9.0": "sm90a", "10.0": "sm100"}[subprocess.run(command).stdout]


def extension():
    arch = detect_arch()
    macro = f"-DKIT_ARCH_{arch.upper()}=1"
    return CUDAExtension(
        name="kit._cuda_ops",
        sources=["lib/cuda_bindings.cc", *sorted(glob(f"lib/cuda/{arch}/*.cu", root_dir=HERE))],
        include_dirs=[str(HERE / "include"), str(HERE / "lib")],
        extra_compile_args={"cxx": ["-O3", macro], "nvcc": ["-O3", "-lineinfo", macro]},
    )


setup(name="kit", version="1.2", package_dir={"": "python"}, packages=["kit"],
      ext_modules=[extension()], cmdclass={"build_ext": BuildExtension})
"""
_CHAIN = """\
#pragma once
#if defined(KIT_ARCH_SM90A)
#include "cuda/sm90a/ops.h"
#define KIT_ARCH_NAME "sm90a"
namespace kit {
namespace impl = sm90a;
}
#elif defined(KIT_ARCH_SM100)
#include "cuda/sm100/ops.h"
#define KIT_ARCH_NAME "sm100"
namespace kit {
namespace impl = sm100;
}
#else
#error "define KIT_ARCH_SM90A or KIT_ARCH_SM100"
#endif
"""
_OPS = """\
#pragma once
#include <cuda_runtime_api.h>
namespace kit { namespace sm90a {
void scale(float* x, cudaStream_t stream);
} }
"""
_SCALE = """\
#include "cuda/common/tools.cuh"
#include "cuda/sm90a/ops.h"
namespace kit { namespace sm90a {
__global__ void scale_kernel(float* x) { x[threadIdx.x] = sum_of_lanes(x[threadIdx.x]); }
__global__ void first(float* x) { *x = __shfl_sync(0xffffffffu, *x, 0); }
void scale(float* x, cudaStream_t stream) { scale_kernel<<<1, 32, 0, stream>>>(x); }
} }
"""
_TOOLS = """\
#pragma once
#include <cuda_runtime.h>
__device__ inline float sum_of_lanes(float x) { return x + __shfl_xor_sync(0xffffffffu, x, 1); }
"""
_WGMMA = """\
#pragma once
__device__ inline void fence() { asm volatile("wgmma.fence.sync.aligned;"); }
"""
_BINDINGS = """\
#include <torch/extension.h>

#include "kit/cuda_ops.h"

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.attr("__arch__") = KIT_ARCH_NAME;
    m.attr("__backend__") = "cuda";
    m.def("arch", [] { return KIT_ARCH_NAME; });
}
"""
_PYTHON = """\
from kit import _cuda_ops as kernels


def scale(x):
    return kernels.scale(x.to(device="cuda"))
"""

KIT = {
    "setup.py": _SETUP,
    "include/kit/cuda_ops.h": _CHAIN,
    "lib/cuda_bindings.cc": _BINDINGS,
    "lib/cuda/common/tools.cuh": _TOOLS,
    "lib/cuda/sm90a/ops.h": _OPS,
    "lib/cuda/sm90a/scale.cu": _SCALE,
    "lib/cuda/sm90a/wgmma.cuh": _WGMMA,
    "lib/cuda/sm90a/scale_wgmma.cu": '#include "cuda/sm90a/wgmma.cuh"\n',
    "lib/cuda/sm100/ops.h": _OPS.replace("sm90a", "sm100"),
    "lib/cuda/sm100/scale.cu": _SCALE.replace("sm90a", "sm100"),
    "python/kit/__init__.py": _PYTHON,
    "tests/test_setup.py": "def test_it():\n    '''setup.py asks nvidia-smi.'''\n",
}
PLAIN = {
    **TORCH,
    "csrc/bind.cpp": BINDING,
    "csrc/one.cu": TORCH["csrc/one.cu"]
    + "__device__ int f(int x) { return __shfl_sync(0xffffffff, x, 0); }\n",
    "setup.py": TORCH["setup.py"].replace(
        "extra_compile_args", 'include_dirs=["csrc"], extra_compile_args'
    ),
}
#: What `setup.py` needs of PyTorch and setuptools to find out what it builds for.
TORCH_STAND_IN = {
    "torch/__init__.py": (
        "class version:\n    hip = None\n__version__ = '0'\nclass utils:\n    pass\n"
    ),
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": "class BuildExtension:\n    pass\n",
}
