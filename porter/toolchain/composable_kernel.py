"""Finds Composable Kernel: what CK_DIR names, ROCm's own, then what porter installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from porter.toolchain.home import Prefix
from porter.toolchain.rocm import rocm_roots

_HEADER = Path("include/ck/ck.hpp")
_CONFIGURED = Path("include/ck/config.h")
#: `ck/config.h` as CMake writes it with every type, for sources that nobody configured.
_CONFIG = Path(__file__).with_name("ck_config")


def composable_kernel(prefix: Prefix) -> Path | None:
    """Return the folder that holds `include/ck`; None when there is none."""
    return next((root for root in _candidates(prefix) if (root / _HEADER).is_file()), None)


def ck_include_dirs(root: Path) -> tuple[Path, ...]:
    """Return the folders to search for the headers of the Composable Kernel at `root`."""
    found = (root / "include", root / "library" / "include")
    folders = tuple(folder for folder in found if folder.is_dir())
    return folders if (root / _CONFIGURED).is_file() else (*folders, _CONFIG)


def _candidates(prefix: Prefix) -> Iterator[Path]:
    named = os.environ.get("CK_DIR")
    if named:
        yield Path(named).absolute()
    yield from rocm_roots()
    own = prefix.component("ck")
    if own is not None:
        yield own
