"""Builds `ac4k_kernel._cuda_ops` for one architecture: that of this machine's GPU, found here.

AC4K_BACKEND names the backend ("cuda" or "rocm"), AC4K_CUDA_ARCH ("sm90a", "sm100", "sm120") and
AC4K_ROCM_ARCH ("gfx942", ...) the architecture, where they are not to be found by looking. MAX_JOBS
is the number of compiler processes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from glob import glob
from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

HERE = Path(__file__).parent.resolve()
BACKENDS = ("cuda", "rocm")
#: Compute capability -> name of the folder of its kernels.
CUDA_ARCHS = {"9.0": "sm90a", "10.0": "sm100", "12.0": "sm120"}
#: Folder -> architecture as PyTorch's builder wants it; "a": instructions of this one alone.
TORCH_ARCHS = {"sm90a": "9.0a", "sm100": "10.0a", "sm120": "12.0a"}
DETECTION_SECONDS = 30


def detect_backend() -> str:
    """Return the backend to build for: AC4K_BACKEND, else the one whose compiler is there."""
    asked = os.environ.get("AC4K_BACKEND", "").strip().lower()
    if asked:
        if asked not in BACKENDS:
            raise SystemExit(f"AC4K_BACKEND must be one of {', '.join(BACKENDS)}, got {asked!r}")
        return asked
    if shutil.which("nvcc"):
        return "cuda"
    if shutil.which("hipcc"):
        return "rocm"
    raise SystemExit("neither nvcc nor hipcc is on the PATH; AC4K_BACKEND names a backend")


def detect_arch() -> str:
    """Return the architecture to build for: AC4K_CUDA_ARCH, else the first GPU's with kernels."""
    asked = os.environ.get("AC4K_CUDA_ARCH", "").strip().lower()
    if asked:
        if asked not in TORCH_ARCHS:
            names = ", ".join(TORCH_ARCHS)
            raise SystemExit(f"AC4K_CUDA_ARCH must be one of {names}, got {asked!r}")
        return asked
    command = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    hint = f"AC4K_CUDA_ARCH names an architecture ({', '.join(TORCH_ARCHS)})"
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=DETECTION_SECONDS
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SystemExit(
            f"the GPU cannot be asked for its architecture: {error}; {hint}"
        ) from error
    capabilities = list(dict.fromkeys(line.strip() for line in answer.stdout.splitlines()))
    for capability in capabilities:
        if capability in CUDA_ARCHS:
            return CUDA_ARCHS[capability]
    found = ", ".join(capabilities) or "none"
    raise SystemExit(f"there are no kernels for compute capability {found}; {hint}")


def cuda_extension() -> CUDAExtension:
    """Return the extension with the sources of one architecture alone."""
    arch = detect_arch()
    os.environ["TORCH_CUDA_ARCH_LIST"] = TORCH_ARCHS[arch]
    macro = f"-DAC4K_ARCH_{arch.upper()}=1"
    return CUDAExtension(
        name="ac4k_kernel._cuda_ops",
        sources=["lib/cuda_bindings.cc", *sorted(glob(f"lib/cuda/{arch}/*.cu", root_dir=HERE))],
        include_dirs=[str(HERE / "include"), str(HERE / "lib")],
        extra_compile_args={
            "cxx": ["-O3", "-std=c++17", macro],
            "nvcc": ["-O3", "-std=c++17", "--expt-relaxed-constexpr", "-lineinfo", macro],
        },
    )


backend = detect_backend()
if backend != "cuda":
    raise SystemExit("this tree has the CUDA kernels; the port has those for ROCm")

setup(
    name="ac4k_kernel",
    version="0.1.0",
    description="Attention, quantisation, rotary embedding and matrix products, built for one GPU",
    package_dir={"": "python"},
    packages=["ac4k_kernel", "ac4k_kernel.ops"],
    python_requires=">=3.10",
    install_requires=["torch"],
    ext_modules=[cuda_extension()],
    cmdclass={"build_ext": BuildExtension},
)
