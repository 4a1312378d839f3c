"""A unit: one source of a port, and how its own build compiles it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from porter.compile.read.flags import sort_flags
from porter.files.real_path import real_path

#: Ends the note of a unit where a script computes what cannot be followed.
UNREAD = "could not be read in full"


class Language(StrEnum):
    """What a unit is compiled as."""

    #: Host and device code.
    HIP = "hip"
    #: Host code alone, which may call HIP's API.
    CXX = "c++"
    #: The same in C.
    C = "c"


@dataclass(frozen=True)
class Unit:
    """One source and its flags.

    Args:
        source: path relative to the port.
        language: what it is compiled as.
        origin: who says so: "setup.py:12", "compile_commands.json", "default" …
        includes: directories to search, absolute, in order.
        std: the standard of C++, of C for a unit of that; None when the port does not say.
        flags: other flags, in order.
        builders: flags in front of those, which what builds it gives by itself.
        left_out: flags of the port that only nvcc knows.
        refused: flags that a port may not choose, with the reason.
        torch_extension: the name under which Python imports it; None when it is none.
        module: what Python loads and that it becomes a part of: a target of CMake's, or the whole
            name of an extension without PyTorch that a `setup.py` names; "" for none.
        uses_torch: whether it includes PyTorch's headers.
        notes: what a person should know about how it was compiled.
        inferred: those of `includes` that its own inclusions mean and no build file names.
        is_perhaps: a build may leave it out, whether a side for GPUs is chosen or not.
    """

    source: str
    language: Language
    origin: str
    includes: tuple[Path, ...] = ()
    std: str | None = None
    flags: tuple[str, ...] = ()
    builders: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    torch_extension: str | None = None
    module: str = ""
    uses_torch: bool = False
    notes: tuple[str, ...] = ()
    inferred: tuple[Path, ...] = ()
    is_perhaps: bool = False

    @property
    def script(self) -> str:
        """Who names it, without the line."""
        return self.origin.partition(":")[0]

    @property
    def given(self) -> tuple[str, ...]:
        """All flags that it is compiled with."""
        return (*self.builders, *self.flags)

    @property
    def standard(self) -> str:
        """The standard of C or C++ that it asks for, or what compilers take of themselves."""
        return self.std or ("gnu17" if self.language is Language.C else "gnu++17")


def importable(name: str) -> str:
    """Return a name that a Python module and a C++ macro may have: `name` itself if it may."""
    return re.sub(r"\W", "_", name) or "_"


#: Suffixes that mean device code, whatever the file holds.
DEVICE_SUFFIXES = frozenset({".cu", ".hip"})
CXX_SUFFIXES = frozenset({".cpp", ".cc", ".cxx", ".c++", ".C"})
C_SUFFIX = ".c"
UNIT_SUFFIXES = DEVICE_SUFFIXES | CXX_SUFFIXES | {C_SUFFIX}


def unit_from_flags(
    root: Path,
    source: Path,
    words: Iterable[str],
    directory: Path,
    origin: str,
    *,
    language: Language | None = None,
    torch_extension: str | None = None,
) -> Unit | None:
    """Return the unit of a source with the flags that a build gives it.

    Args:
        root: the port.
        source: the file, absolute.
        words: its flags.
        directory: what relative paths among the flags are relative to.
        origin: who says so.
        language: what it is compiled as; by its suffix when None.
        torch_extension: the extension it belongs to.

    Returns:
        The unit; None when the source is not a file of the port in C, C++ or HIP.
    """
    if source.suffix not in UNIT_SUFFIXES or not os.path.isfile(source):
        return None
    try:
        relative = real_path(source).relative_to(real_path(root))
    except ValueError:
        return None
    if language is None:
        language = _language_of(source)
    flags = sort_flags(words, directory)
    # Flags that sources share may name a standard of C++, which a compiler of C passes over.
    is_its_own = flags.std is None or (language is Language.C) != ("++" in flags.std)
    return Unit(
        source=relative.as_posix(),
        language=language,
        origin=origin,
        includes=tuple(dict.fromkeys(flags.includes)),
        std=flags.std if is_its_own else None,
        flags=tuple(flags.kept),
        left_out=tuple(flags.left_out),
        refused=tuple(dict.fromkeys(flags.refused)),
        torch_extension=None if torch_extension is None else importable(torch_extension),
        uses_torch=torch_extension is not None,
    )


def _language_of(source: Path) -> Language:
    if source.suffix in DEVICE_SUFFIXES:
        return Language.HIP
    return Language.C if source.suffix == C_SUFFIX else Language.CXX
