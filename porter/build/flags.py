"""Sorts the flags of a unit: directories, standard, what stays, and what only nvcc knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from porter.build.nvcc_flags import decide

#: Flags that say what to make or for which machine; the build decides that itself.
_DECIDED = frozenset(
    {"-c", "-S", "-E", "-fsyntax-only", "-MD", "-MMD", "-MP", "-M", "-MM", "-pipe"}
)
_DECIDED_WITH_VALUE = frozenset({"-o", "-x", "-MF", "-MT", "-MQ", "--offload-arch"})
_FOR_THE_LINKER = ("-l", "-L", "-Wl,", "-shared", "-static", "-rdynamic")
#: Every unit is compiled to a whole device program of its own.
_WHOLE_PROGRAM = frozenset({"-fgpu-rdc", "-c", "--offload-device-only"})
_DIRECTORIES = ("-isystem", "-iquote", "-idirafter", "-I")


@dataclass
class Flags:
    """The flags of a unit, sorted.

    Args:
        includes: directories to search, absolute.
        std: the C++ standard ("c++17"), None when no flag names one.
        kept: the others, in their order.
        left_out: what only nvcc knows, as it was written.
    """

    includes: list[Path] = field(default_factory=list)
    std: str | None = None
    kept: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def sort_flags(words: Iterable[str], directory: Path) -> Flags:
    """Sort the words of a command, without the compiler and without its sources.

    Args:
        words: the flags.
        directory: what relative directories are relative to.
    """
    flags = Flags()
    rest = list(words)
    at = 0
    while at < len(rest):
        word = rest[at]
        following = rest[at + 1] if at + 1 < len(rest) else ""
        name, equals, value = word.partition("=")
        taken = 1
        if word in _DECIDED or name in _DECIDED_WITH_VALUE:
            taken += word in _DECIDED_WITH_VALUE
        elif opener := next((d for d in _DIRECTORIES if word.startswith(d)), None):
            joined = word[len(opener) :]
            taken += not joined
            _search_in(directory / (joined or following or "."), opener, flags)
        elif name in ("-std", "--std"):
            taken += not equals
            flags.std = value or following
        elif (decision := decide(rest, at)) is not None:
            taken = decision.taken
            as_written = " ".join(rest[at : at + taken])
            if decision.left_out or _WHOLE_PROGRAM.intersection(decision.hip):
                flags.left_out.append(as_written)
            else:
                flags.kept += decision.hip
        elif not word.startswith(_FOR_THE_LINKER):
            flags.kept.append(word)
        at += taken
    return flags


def _search_in(path: Path, opener: str, flags: Flags) -> None:
    if (path / "cuda_runtime.h").is_file():
        flags.left_out.append(f"{opener} {path}")
    else:
        flags.includes.append(path)
