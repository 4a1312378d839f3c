"""PyTorch's headers for ROCm, derived from those of any other build of PyTorch.

PyTorch's own ROCm build makes its `c10/hip` and `ATen/hip` headers by running
`torch.utils.hipify` over the `c10/cuda` and `ATen/cuda` ones, which every build carries. The same
is done here to a copy. The result lies over the installed headers: a directory to search first.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.files.lock import exclusive
from porter.files.regular import read_regular, read_regular_text
from porter.files.write import write_atomically
from porter.processes.child_python import python
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.python_headers import python_headers
from porter.toolchain.status import torch_values

#: Directories that PyTorch's ROCm build converts whole (its `tools/amd_build/build_amd.py`).
_CUDA_TREES = ("c10/cuda", "ATen/cuda", "ATen/native/cuda")
#: `torch/` is converted too; only headers there that include CUDA's change.
_MIXED_TREE = "torch/csrc"
_INCLUDES_CUDA = re.compile(rb'#\s*+include\s*+[<"][^>"\n#]*cuda')

#: What CMake generates, and no wheel without a GPU back end holds. None of the switches can be
#: known without such a build; type-checking needs them defined, not true.
_GENERATED = {
    "c10/hip/impl/hip_cmake_macros.h": "#pragma once\n#define C10_HIP_BUILD_SHARED_LIBS\n",
    "c10/cuda/impl/cuda_cmake_macros.h": "#pragma once\n#define C10_CUDA_BUILD_SHARED_LIBS\n",
    "ATen/hip/HIPConfig.h": "#pragma once\n#include <ATen/cuda/CUDAConfig.h>\n",
    "ATen/cuda/CUDAConfig.h": """\
#pragma once
#define AT_CUDNN_ENABLED() 0
#define AT_CUSPARSELT_ENABLED() 0
#define AT_HIPSPARSELT_ENABLED() 0
#define AT_MAGMA_ENABLED() 0
#define AT_ROCM_ENABLED() 1
#define NVCC_FLAGS_EXTRA ""
""",
}

_GENERATED_FOR_CUDA = ("c10/cuda/impl/cuda_cmake_macros.h", "ATen/cuda/CUDAConfig.h")

_CONVERT = """\
import sys
from torch.utils.hipify.hipify_python import hipify
root = sys.argv[1]
hipify(project_directory=root, output_directory=root, includes=["*"], show_progress=False,
       is_pytorch_extension=False)
"""

#: What `torch.utils.cpp_extension` defines for the compiler of kernels: COMMON_HIPCC_FLAGS, from
#: which scripts take some away.
HIPCC_DEFINES = (
    "CUDA_HAS_FP16=1",
    "__HIP_NO_HALF_OPERATORS__=1",
    "__HIP_NO_HALF_CONVERSIONS__=1",
    "HIP_ENABLE_WARP_SYNC_BUILTINS=1",
)
#: The same of nvcc's, COMMON_NVCC_FLAGS. Without them c10::Half has the operators of CUDA's half
#: beside its own, and a comparison is ambiguous.
NVCC_DEFINES = (
    "__CUDA_NO_HALF_OPERATORS__",
    "__CUDA_NO_HALF_CONVERSIONS__",
    "__CUDA_NO_BFLOAT16_CONVERSIONS__",
    "__CUDA_NO_HALF2_OPERATORS__",
)
#: What each extension gets, with COMMON_HIP_FLAGS.
EXTENSION_DEFINES = ("USE_ROCM=1", "HIPBLAS_V2", *HIPCC_DEFINES, "TORCH_API_INCLUDE_EXTENSION_H")
CUDA_EXTENSION_DEFINES = (*NVCC_DEFINES, "TORCH_API_INCLUDE_EXTENSION_H")


@dataclass(frozen=True)
class TorchHeaders:
    """What a PyTorch extension for ROCm is compiled with.

    Args:
        version: torch's version.
        include_dirs: directories to search, in order; Python's own among them.
        defines: macros.
        std: the C++ standard that this torch asks for.
        derived: whether the ROCm headers were made from another build's.
        libraries: torch's shared libraries that every build has.
    """

    version: str
    include_dirs: tuple[Path, ...]
    defines: tuple[str, ...]
    std: str
    derived: bool
    libraries: tuple[Path, ...] = ()


def torch_headers(prefix: Prefix | None = None) -> TorchHeaders:
    """Return ROCm headers for the torch of the running Python; make them on the first call.

    Args:
        prefix: where made headers are kept; the user's own by default.

    Raises:
        PorterError: torch or Python's own headers are absent, or torch's converter failed.
    """
    return _headers(prefix, cuda=False)


def cuda_torch_headers(prefix: Prefix | None = None) -> TorchHeaders:
    """Return CUDA headers for the torch of the running Python, as `torch_headers` does for ROCm.

    Raises:
        PorterError: torch or Python's own headers are absent.
    """
    return _headers(prefix, cuda=True)


def _headers(prefix: Prefix | None, *, cuda: bool) -> TorchHeaders:
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        raise PorterError(
            "this is a PyTorch extension and torch is not installed",
            hint="run `pip install torch` (a CPU build will do)",
        )
    root = Path(spec.origin).parent
    values = torch_values(root)
    version = str(values.get("__version__", "unknown"))
    installed = root / "include"
    derived = not values.get("cuda" if cuda else "hip")
    dirs = [installed, installed / "torch" / "csrc" / "api" / "include", *python_headers(prefix)]
    if derived:
        make = _generated_alone if cuda else _overlay
        dirs.insert(0, make(installed, version, prefix or Prefix(porter_home())))
    names = ("c10", "torch", "torch_cpu", "torch_python")
    found = (root / "lib" / f"lib{name}.so" for name in names)
    libraries = tuple(path for path in found if path.is_file())
    std = _standard(root)
    defines = CUDA_EXTENSION_DEFINES if cuda else EXTENSION_DEFINES
    return TorchHeaders(version, tuple(dirs), defines, std, derived, libraries)


def _overlay(installed: Path, version: str, prefix: Prefix) -> Path:
    recipe = repr((_CUDA_TREES, _MIXED_TREE, _GENERATED, _CONVERT, str(installed)))
    digest = hashlib.sha256(recipe.encode()).hexdigest()[:12]
    place = prefix.home / "torch-headers" / f"{version}-{digest}"
    if place.is_dir():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    with (
        exclusive(place.parent / "lock", lambda line: None),
        tempfile.TemporaryDirectory(prefix="making-", dir=place.parent) as scratch,
    ):
        if not place.is_dir():
            made = Path(scratch) / "include"
            _copy_cuda_headers(installed, made)
            _convert(made)
            made.rename(place)
    return place


def _generated_alone(installed: Path, version: str, prefix: Prefix) -> Path:
    """Return what CMake would have generated for CUDA; the rest of the headers every build has."""
    place = prefix.home / "torch-headers" / f"{version}-cuda"
    for name in _GENERATED_FOR_CUDA:
        text = _GENERATED[name].replace("AT_ROCM_ENABLED() 1", "AT_ROCM_ENABLED() 0")
        if not (place / name).is_file():
            write_atomically(place / name, text.encode())
    return place


def _copy_cuda_headers(installed: Path, copy: Path) -> None:
    for tree in _CUDA_TREES:
        if (installed / tree).is_dir():
            shutil.copytree(installed / tree, copy / tree)
    for path in (installed / _MIXED_TREE).rglob("*.h*"):
        if _INCLUDES_CUDA.search(read_regular(path)):
            target = copy / path.relative_to(installed)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    if not (copy / "c10" / "cuda").is_dir():
        raise PorterError("this torch carries no CUDA headers to derive ROCm's from", path=copy)


def _convert(root: Path) -> None:
    # In a process of its own: importing torch takes seconds, and its converter prints.
    done = subprocess.run(
        python("-c", _CONVERT, str(root)),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0 or not (root / "c10" / "hip").is_dir():
        reason = (done.stderr.strip().splitlines() or ["no c10/hip was made"])[-1]
        raise PorterError(f"torch.utils.hipify could not convert torch's headers: {reason}")
    for name, text in _GENERATED.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")


def _standard(root: Path) -> str:
    """Return the C++ standard that this torch's own extension builder asks for."""
    path = root / "utils" / "cpp_extension.py"
    match = re.search(r"['\"]-std=(c\+\+\d+)['\"]", read_regular_text(path))
    return match[1] if match else "c++17"
