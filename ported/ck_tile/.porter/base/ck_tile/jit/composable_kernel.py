"""Where Composable Kernel's sources are."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from . import settings

_HEADER = Path("include/ck/ck.hpp")
#: What CMake would write for Composable Kernel: every type, and both kinds of matrix instructions.
_CONFIG = """\
#pragma once
#define CK_ENABLE_INT8 "ON"
#define CK_ENABLE_FP8 "ON"
#define CK_ENABLE_BF8 "ON"
#define CK_ENABLE_FP16 "ON"
#define CK_ENABLE_BF16 "ON"
#define CK_ENABLE_FP32 "ON"
#define CK_ENABLE_FP64 "ON"
#define CK_USE_XDL
#define CK_USE_WMMA
"""


class NoComposableKernel(RuntimeError):
    """A module needs Composable Kernel, and it is nowhere."""


@cache
def ck_dir() -> Path:
    """The folder that holds `include/ck`: CK_DIR, the package's own copy, ROCm's, or porter's.

    Raises:
        NoComposableKernel: there is none.
    """
    if chosen := os.environ.get("CK_DIR"):
        if not (Path(chosen) / _HEADER).is_file():
            raise NoComposableKernel(f"CK_DIR={chosen}: has no {_HEADER}")
        return Path(chosen)
    own = settings.CK_TILE_META_DIR / "3rdparty" / "composable_kernel"
    for folder in (own, *settings.rocm_roots(), *_porters()):
        if (folder / _HEADER).is_file():
            return folder
    raise NoComposableKernel(
        "Composable Kernel was not found; set CK_DIR, or run `porter toolchain install ck`"
    )


def write_config(folder: Path) -> list[str]:
    """Write what CMake would have configured, where nobody has; return the folder to search."""
    if (ck_dir() / "include/ck/config.h").is_file():
        return []
    (folder / "ck").mkdir(parents=True)
    (folder / "ck/config.h").write_text(_CONFIG)
    return [str(folder)]


def _porters() -> list[Path]:
    beside = shutil.which("porter-hipcc", path=str(Path(sys.executable).parent))
    compiler = shutil.which("porter-hipcc") or beside
    if compiler is None:
        return []
    done = subprocess.run([compiler, "-print-ck-dir"], capture_output=True, text=True, check=False)
    return [Path(done.stdout.strip())] if done.returncode == 0 and done.stdout.strip() else []
