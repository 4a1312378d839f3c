"""Finds the compiled kernels: the prebuilt `_C`, or a build at first use that PyTorch caches.

EFFICIENT_KERNELS_FORCE_JIT=1 compiles even where `_C` is there; EFFICIENT_KERNELS_VERBOSE=1 shows
the compiler at work. The cache lies where PyTorch keeps its extensions (TORCH_EXTENSIONS_DIR); it
is built again when a source changes.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
from pathlib import Path
from types import ModuleType

SOURCES = ("bindings.cpp", "kernels/gemm.cu")
NVCC_FLAGS = ("-O3",)


def _flag(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


def _source_folder() -> Path:
    """csrc beside the package: inside it when installed, one folder up in a checkout."""
    here = Path(__file__).resolve().parent
    for folder in (here / "csrc", here.parent / "csrc"):
        if folder.is_dir():
            return folder
    raise ImportError(f"efficient_kernels has no prebuilt _C and no sources beside {here}")


def _prebuilt() -> ModuleType | None:
    if importlib.util.find_spec("efficient_kernels._C") is None:
        return None
    return importlib.import_module("efficient_kernels._C")


def _compiled_now() -> ModuleType:
    from efficient_kernels.hip_extension import load

    folder = _source_folder()
    return load(
        name="efficient_kernels_jit",
        sources=[str(folder / source) for source in SOURCES],
        extra_cflags=["-O3"],
        extra_cuda_cflags=list(NVCC_FLAGS),
        verbose=_flag("EFFICIENT_KERNELS_VERBOSE"),
    )


@functools.cache
def _kernels_and_mode() -> tuple[ModuleType, str]:
    if not _flag("EFFICIENT_KERNELS_FORCE_JIT"):
        module = _prebuilt()
        if module is not None:
            return module, "prebuilt"
    return _compiled_now(), "jit"


def kernels() -> ModuleType:
    """The compiled functions; compiles them at the first call where they are not prebuilt."""
    return _kernels_and_mode()[0]


def build_mode() -> str:
    """Where the kernels came from: "prebuilt" or "jit"."""
    return _kernels_and_mode()[1]
