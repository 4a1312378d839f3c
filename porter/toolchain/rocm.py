"""Finds the parts of ROCm: headers, device libraries, the runtime.

ROCm is laid out in several ways: AMD's packages have one tree in /opt/rocm, LLVM in `llvm`; its
archives and Python wheels since 7.9 (`rocm-sdk-devel`) have LLVM and the device libraries in
`lib/llvm`; conda-forge's packages share the environment's `bin` and `lib` with everything else.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from porter.files.regular import read_regular_text
from porter.toolchain import home
from porter.toolchain.home import Prefix

#: The oldest HIP whose headers a port is written for.
MINIMUM_HIP = (6, 0)
#: Where ROCm is when nothing in the environment says otherwise.
DEFAULT_ROCM = Path("/opt/rocm")
#: A file of folders that are laid out as ROCm's and hold the cpu executor.
STAND_IN_MARK = ".porter-stand-in"
#: The Python package that AMD's wheels unpack a whole ROCm into (`rocm-sdk init`).
_WHEELS = "_rocm_sdk_devel"
#: The folders of a ROCm that hold its LLVM's programs, and its device libraries.
_PROGRAMS = ("llvm/bin", "lib/llvm/bin", "bin")
_BITCODE = (
    "amdgcn/bitcode", "lib/llvm/amdgcn/bitcode", "llvm/amdgcn/bitcode", "lib/amdgcn/bitcode",
)  # fmt: skip
_BITCODE_OF_CLANG = (
    "lib/llvm*/lib/clang/*/amdgcn/bitcode",
    "lib/llvm/lib/clang/*/lib/amdgcn/bitcode",
)
_HIP_PARTS = ("MAJOR", "MINOR", "PATCH")


@dataclass(frozen=True)
class Headers:
    """ROCm's headers.

    Args:
        root: the directory that holds `include/`.
        version: HIP's version.
        origin: "rocm", "porter" or "system".
    """

    root: Path
    version: str
    origin: str


def rocm_roots() -> Iterator[Path]:
    """Yield the roots of real ROCm installations, those that the environment names first.

    Next come the ROCm of this Python's packages, and of the conda environment that is active.
    """
    named = [os.environ.get(name) for name in ("ROCM_PATH", "HIP_PATH", "ROCM_HOME")]
    unnamed = [root for root in (_of_wheels(), os.environ.get("CONDA_PREFIX")) if root]
    shared = [root for root in unnamed if hip_version(Path(root)) is not None]
    seen = set()
    for text in (*named, *shared, str(DEFAULT_ROCM)):
        if text and (root := Path(text).absolute()) not in seen and root.is_dir():
            seen.add(root)
            if not (root / STAND_IN_MARK).exists():
                yield root


def _of_wheels() -> str:
    """Return where AMD's wheels are unpacked in this Python; empty where they are not."""
    found = importlib.util.find_spec(_WHEELS)
    places = None if found is None else found.submodule_search_locations
    return next(iter(places or ()), "")


def rocm_clang(root: Path) -> Path | None:
    """Return the compiler of a ROCm, None when it has none."""
    places = (root / folder / "clang++" for folder in _PROGRAMS)
    return next((place for place in places if place.is_file()), None)


def headers(prefix: Prefix) -> Iterator[Headers]:
    """Yield the trees of ROCm headers that are new enough, best first."""
    for root, origin in header_roots(prefix):
        version = hip_version(root)
        if version and tuple(int(n) for n in version.split(".")[:2]) >= MINIMUM_HIP:
            yield Headers(root, version, origin)


def headers_of(prefix: Prefix, version: str | None) -> Headers | None:
    """Return the best tree of ROCm headers; of `version`, as "7" or "6.4", where that is given."""
    for one in headers(prefix):
        if version is None or f"{one.version}.".startswith(f"{version}."):
            return one
    return None


def header_roots(prefix: Prefix) -> Iterator[tuple[Path, str]]:
    """Yield where ROCm's headers may be, best first, and whose they are."""
    for root in rocm_roots():
        yield root, "rocm"
    own = prefix.component("rocm")
    if own is not None:
        yield own / "usr", "porter"
    yield home.SYSTEM, "system"
    newer = prefix.component("rocm-7")
    if newer is not None:
        yield newer / "usr", "porter"


def device_libraries(
    prefix: Prefix, clang: int = 0, written_by: Mapping[Path, int] = MappingProxyType({})
) -> Iterator[Path]:
    """Yield the directories that hold the device libraries' bitcode, best first.

    Args:
        prefix: where porter's components are.
        clang: the compiler that is to read them; none reads what a newer one has written.
        written_by: root of a ROCm -> the version of its own compiler.
    """
    newer = prefix.component("device-libs-21") if clang >= 21 else None
    roots = [root for root, _ in header_roots(prefix)]
    for root in (*([] if newer is None else [newer / "usr"]), *roots):
        if clang and written_by.get(root, 0) > clang:
            continue
        places = [root / folder for folder in _BITCODE]
        places += [place for pattern in _BITCODE_OF_CLANG for place in sorted(root.glob(pattern))]
        yield from (place for place in places if (place / "ockl.bc").is_file())


def hip_runtime(prefix: Prefix) -> Path | None:
    """Return `libamdhip64`, which HIP's host code is linked with; None when it is not there."""
    own = prefix.component("hip-runtime")
    roots = [*rocm_roots(), *([] if own is None else [own / "usr"]), home.SYSTEM]
    for root in roots:
        for pattern in ("lib/libamdhip64.so*", "lib/*-linux-gnu/libamdhip64.so*"):
            for path in sorted(root.glob(pattern)):
                if path.is_file():
                    return path
    return None


def hip_version(root: Path) -> str | None:
    """Return the version of the HIP headers below `root`, None when there are none.

    Source: the macros of `hip/hip_version.h`.
    """
    path = root / "include" / "hip" / "hip_version.h"
    if not path.is_file():
        return None
    text = read_regular_text(path, errors="replace")
    parts = [re.search(rf"define\s+HIP_VERSION_{n}\s+(\d+)", text) for n in _HIP_PARTS]
    return ".".join(m[1] for m in parts if m) or None
