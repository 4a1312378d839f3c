"""Sorts the flags of a unit: directories, standard, what stays, and what only nvcc knows."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: Flags that say what to make or for which machine; the build decides that itself.
_DECIDED = frozenset(
    {"-c", "-S", "-E", "-fsyntax-only", "-MD", "-MMD", "-MP", "-M", "-MM", "-pipe"}
)
_DECIDED_WITH_VALUE = frozenset({"-o", "-x", "-MF", "-MT", "-MQ", "--offload-arch"})
_FOR_THE_LINKER = ("-l", "-L", "-Wl,", "-shared", "-static", "-rdynamic")
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
    table = _table()
    flags = Flags()
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word in _DECIDED or name in _DECIDED_WITH_VALUE:
            if word in _DECIDED_WITH_VALUE:
                next(rest, None)
        elif opener := next((d for d in _DIRECTORIES if word.startswith(d)), None):
            path = directory / (word[len(opener) :] or next(rest, "."))
            if (path / "cuda_runtime.h").is_file():
                flags.left_out.append(f"{opener} {path}")
            else:
                flags.includes.append(path)
        elif name in ("-std", "--std"):
            flags.std = value or next(rest, "")
        elif word in translated():
            flags.kept.append(translated()[word])
        elif name in table["unwrap"]:
            flags.kept += _unwrapped(value if equals else next(rest, ""))
        elif name in table["with_value"] and (equals or word in table["with_value"]):
            flags.left_out.append(word if equals else _joined(word, next(rest, "")))
        elif name in table["alone"]:
            flags.left_out.append(word)
        elif word.startswith(_FOR_THE_LINKER):
            continue
        else:
            flags.kept.append(word)
    return flags


def _joined(word: str, value: str) -> str:
    return f"{word} {value}".rstrip()


def _unwrapped(value: str) -> Iterator[str]:
    yield from (word for word in value.strip("\"'").replace(",", " ").split() if word)


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    text = Path(__file__).with_name("nvcc_flags.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[str]]:
    return {name: frozenset(words) for name, words in _document().items()}


def nvcc_only() -> tuple[list[str], list[str]]:
    """Return the flags that only nvcc knows: those that stand alone, those with a value."""
    return _document()["alone"], _document()["with_value"]


def translated() -> dict[str, str]:
    """Return the flags of nvcc that clang calls otherwise, with clang's."""
    found: dict[str, str] = _document()["translated"]
    return found
