"""The compilers and device libraries that support an architecture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from porter.errors import PorterError

#: The first clang that knows an architecture; one that is not named, every clang that is found.
_CLANG_SINCE = {"gfx950": 20, "gfx9-4-generic": 19, "gfx1250": 22}


def processor(arch: str) -> str:
    """Return an architecture without its features: `gfx942` of `gfx942:xnack+`."""
    return arch.partition(":")[0]


def clang_for(arch: str) -> int:
    """Return the first clang that knows `arch`; 0 when all do that porter works with."""
    return _CLANG_SINCE.get(processor(arch), 0)


def first_that_knows(majors: Iterable[int], archs: Sequence[str]) -> int:
    """Return the index of the first compiler that knows all architectures.

    Args:
        majors: the compilers' major versions, the preferred first; not empty.
        archs: the architectures.

    Raises:
        PorterError: none knows them all.
    """
    found = list(majors)
    for index, major in enumerate(found):
        if all(major >= clang_for(arch) for arch in archs):
            return index
    newest = max(archs, key=clang_for)
    raise PorterError(
        f"clang {max(found)} does not know {processor(newest)}; clang {clang_for(newest)} does",
        hint="run `porter toolchain install compiler-22`",
    )


def has_device_library(folder: Path, arch: str) -> bool:
    """Tell whether device libraries have the part for an architecture; generic ones need none."""
    name = processor(arch)
    is_one = re.fullmatch(r"gfx[0-9a-f]+", name) is not None
    return not is_one or (folder / f"oclc_isa_version_{name[3:]}.bc").is_file()


def require_device_library(folder: Path, arch: str) -> None:
    """Refuse device libraries that lack the part for an architecture newer than they are.

    Raises:
        PorterError: they do.
    """
    if not has_device_library(folder, arch):
        # Newer libraries are for a newer compiler, which brings them along where it is not there.
        component = "device-libs-21" if clang_for(arch) else "compiler-22"
        raise PorterError(
            f"these ROCm device libraries have nothing for {processor(arch)}",
            path=folder,
            hint=f"run `porter toolchain install {component}`",
        )
