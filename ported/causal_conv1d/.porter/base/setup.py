"""Builds the extension `causal_conv1d._C`.

PYTORCH_ROCM_ARCH names the architectures to build for ("gfx90a;gfx942;gfx1100" by default), MAX_JOBS the
number of compiler processes.
"""

import os
from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension
import sys

# pip runs this file from elsewhere, and Python does not look beside it then.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from hip_extension import HIPExtension

os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")

HERE = Path(__file__).parent.resolve()
SOURCES = [
    "csrc/causal_conv1d.cpp",
    "csrc/causal_conv1d_fwd.cu",
    "csrc/causal_conv1d_channellast_fwd.cu",
    "csrc/causal_conv1d_bwd.cu",
    "csrc/causal_conv1d_channellast_bwd.cu",
    "csrc/causal_conv1d_update.cu",
]

setup(
    name="causal_conv1d",
    version="0.1.0",
    description="Causal depthwise 1-D convolution with CUDA kernels for training and decoding",
    packages=["causal_conv1d"],
    python_requires=">=3.9",
    install_requires=["torch"],
    ext_modules=[
        HIPExtension(
            name="causal_conv1d._C",
            sources=SOURCES,
            include_dirs=[str(HERE / "csrc")],
            extra_compile_args={
                "cxx": ["-O3"],
                "nvcc": ["-O3", "-fgpu-flush-denormals-to-zero", "-gline-tables-only"],
            },
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
