"""Builds `efficient_kernels._C` and puts the sources beside it, for compiling at first use.

PYTORCH_ROCM_ARCH names the architectures ("gfx90a;gfx942;gfx1100" by default). With
EFFICIENT_KERNELS_NO_BUILD=1 nothing is compiled, and the package compiles at first use.
"""

import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from torch.utils.cpp_extension import BuildExtension
import sys

# The package has what builds it; it cannot be imported before it is built.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "efficient_kernels"))
from hip_extension import HIPExtension

HERE = Path(__file__).parent.resolve()
os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx90a;gfx942;gfx1100")
NO_BUILD = os.environ.get("EFFICIENT_KERNELS_NO_BUILD", "0") == "1"


class BuildWithSources(build_py):
    """Copies csrc into the package."""

    def run(self) -> None:
        super().run()
        target = Path(self.build_lib) / "efficient_kernels" / "csrc"
        shutil.copytree(HERE / "csrc", target, dirs_exist_ok=True)


extension = HIPExtension(
    name="efficient_kernels._C",
    sources=["csrc/bindings.cpp", "csrc/kernels/gemm.cu"],
    extra_compile_args={"cxx": ["-O3"], "nvcc": ["-O3"]},
)

setup(
    name="efficient_kernels",
    version="0.1.0",
    description="CUDA kernels behind one call each; prebuilt or compiled at first use",
    packages=["efficient_kernels", "efficient_kernels.porter_compat"],
    package_dir={"efficient_kernels.porter_compat": "porter_compat"},
    package_data={"efficient_kernels.porter_compat": ["*.hpp"]},
    python_requires=">=3.9",
    install_requires=["torch", "ninja"],
    ext_modules=[] if NO_BUILD else [extension],
    cmdclass={"build_ext": BuildExtension, "build_py": BuildWithSources},
)
