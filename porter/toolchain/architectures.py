"""The compilers and device libraries that support an architecture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.listing import did_you_mean

#: The first clang that knows an architecture; one that is not named, every clang that is found.
_CLANG_SINCE = {
    "gfx950": 20, "gfx9-4-generic": 19, "gfx1200": 18, "gfx1201": 18, "gfx1250": 22,
}  # fmt: skip


def processor(arch: str) -> str:
    """Return an architecture without its features: `gfx942` of `gfx942:xnack+`."""
    return arch.partition(":")[0]


def clang_for(arch: str) -> int:
    """Return the first clang that knows `arch`; 0 when all do that porter works with."""
    return _CLANG_SINCE.get(processor(arch), 0)


def those_that_know(majors: Iterable[int], archs: Sequence[str]) -> list[int]:
    """Return the indices of the compilers that know all architectures.

    Args:
        majors: the compilers' major versions, the preferred first; not empty.
        archs: the architectures.

    Raises:
        PorterError: none knows them all.
    """
    found = list(majors)
    needed = max(map(clang_for, archs), default=0)
    if knowing := [index for index, major in enumerate(found) if major >= needed]:
        return knowing
    newest = max(archs, key=clang_for)
    raise PorterError(
        f"clang {max(found)} does not know {processor(newest)}; clang {clang_for(newest)} does",
        hint="run `porter toolchain install compiler-22`",
    )


def lacks(folder: Path, archs: Iterable[str]) -> str:
    """Return the first architecture that device libraries are too old for; "" for none."""
    for name in map(processor, archs):
        part = folder / f"oclc_isa_version_{name[3:]}.bc"
        if re.fullmatch(r"gfx[0-9a-f]+", name) and not part.is_file():
            return name
    return ""


def those_like(folder: Path, arch: str) -> str:
    """Return `did you mean …?` with architectures that device libraries are for; "" for none."""
    parts = folder.glob("oclc_isa_version_*.bc")
    return did_you_mean(processor(arch), [f"gfx{part.stem.rpartition('_')[2]}" for part in parts])
