"""Builds `ac4k_kernel._rocm_ops` for one architecture: that of this machine's GPU, found here.

AC4K_ROCM_ARCH names the architecture ("gfx90a", "gfx942", "gfx950", "gfx1100") where there is no GPU to ask.
MAX_JOBS is the number of compiler processes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from glob import glob
from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension

HERE = Path(__file__).parent.resolve()
sys.path.insert(0, str(HERE))  # pip runs this file from elsewhere.
from hip_extension import HIPExtension  # noqa: E402

#: The architectures that there are kernels for: those with a folder.
ARCHS = [Path(path).name for path in sorted(glob("lib/rocm/gfx*", root_dir=HERE))]
#: Programs of ROCm's that name the GPUs of a machine.
PROGRAMS = ("amdgpu-arch", "rocminfo")
DETECTION_SECONDS = 30
HINT = f"AC4K_ROCM_ARCH names an architecture: {', '.join(ARCHS)}"


def check_backend() -> None:
    """Refuse AC4K_BACKEND where it asks for another than this tree is for."""
    asked = os.environ.get("AC4K_BACKEND", "").strip().lower()
    if asked not in ("", "rocm"):
        raise SystemExit(f"this tree has kernels for ROCm; AC4K_BACKEND asks for {asked!r}")


def detect_arch() -> str:
    """Return the architecture to build for: AC4K_ROCM_ARCH, else that of the first GPU with kernels."""
    asked = os.environ.get("AC4K_ROCM_ARCH", "").strip().lower()
    if asked:
        if asked not in ARCHS:
            raise SystemExit(f"AC4K_ROCM_ARCH is {asked!r}; there are kernels for {', '.join(ARCHS)}")
        return asked
    answers = []
    for program in PROGRAMS:
        try:
            done = subprocess.run(
                [program],
                capture_output=True,
                text=True,
                errors="replace",  # Names of processors have odd letters.
                check=True,
                timeout=DETECTION_SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as error:
            answers.append(f"{program}: {error}")
            continue
        # "gfx000" is the processor, and "gfx11-generic" no GPU.
        named = re.findall(r"\bgfx[0-9a-f]{3,4}\b", done.stdout)
        found = list(dict.fromkeys(arch for arch in named if arch != "gfx000"))
        for arch in found:
            if arch in ARCHS:  # The one in a processor may come before it.
                return arch
        if found:
            gpus = "GPU" if len(found) == 1 else "GPUs"
            raise SystemExit(f"there are no kernels for {', '.join(found)}, this machine's {gpus}; {HINT}")
        answers.append(f"{program} names no GPU")
    raise SystemExit(f"the GPU cannot be asked for its architecture ({'; '.join(answers)}); {HINT}")


check_backend()
arch = detect_arch()
os.environ["PYTORCH_ROCM_ARCH"] = arch

setup(
    name='ac4k_kernel',
    version='0.1.0',
    description='Attention, quantisation, rotary embedding and matrix products, built for one GPU',
    package_dir={'': 'python'},
    packages=['ac4k_kernel', 'ac4k_kernel.ops'],
    python_requires='>=3.10',
    install_requires=['torch'],
    ext_modules=[
        HIPExtension(
            name="ac4k_kernel._rocm_ops",
            sources=[
                "lib/rocm_bindings.cc",
                *sorted(glob(f"lib/rocm/{arch}/*.cu", root_dir=HERE)),
            ],
            include_dirs=[
                str(HERE / "include"),
                str(HERE / "lib"),
            ],
            extra_compile_args={
                "cxx": ["-std=c++17", "-O3", f"-DAC4K_ARCH_{arch.upper()}=1"],
                "nvcc": ["-std=c++17", "-O3", "-gline-tables-only", f"-DAC4K_ARCH_{arch.upper()}=1"],
            },
        ),
    ],
    cmdclass={"build_ext": BuildExtension},
)
