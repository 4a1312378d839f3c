"""Sorts the flags of a unit: directories, standard, those passed on, and those left out and why.

What stays is what a table lists (`clang_options.py`): a port's build files may not load a program
into our compiler, nor have it write where they like.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from porter.source.build_files.quoting import unwritable, visible
from porter.tables.clang_options import clang_options, is_standard
from porter.tables.nvcc_flags import decide

#: Every unit is compiled to a whole device program of its own.
_WHOLE_PROGRAM = frozenset({"-fgpu-rdc", "-c", "--offload-device-only"})
_DIRECTORIES = ("-isystem", "-iquote", "-idirafter", "-I")
_MACROS = ("-D", "-U")
_HEADERS = ("-include", "-imacros")
#: Clang's other ways to write these: `--include=a.h`, `--include a.h`, `-includea.h`.
_HEADER = re.compile(r"-?(?P<option>-include(?!-pch)|-imacros)=?(?P<name>(?s:.*))")
#: Options whose value is the next word, among those that stay.
_IN_TWO_WORDS = (*_HEADERS, "-mllvm")
_FOR_ONE_SIDE = "-Xarch_"
#: The compiler takes these in place of the header itself; they are programs more than text.
_PRECOMPILED = (".gch", ".pch")


@dataclass
class Flags:
    """The flags of a unit, sorted.

    Args:
        includes: directories to search, absolute.
        std: the C++ standard ("c++17"), None when no flag names one.
        kept: the others, in their order.
        left_out: what only nvcc knows, as it was written.
        refused: what a port may not choose, as it was written, with the reason.
    """

    includes: list[Path] = field(default_factory=list)
    std: str | None = None
    kept: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def sort_flags(words: Iterable[str], directory: Path) -> Flags:
    """Sort the words of a command, without the compiler and without its sources.

    Args:
        words: the flags.
        directory: what relative directories are relative to.
    """
    sorter = _Sorter(directory)
    sorter.sort(list(words))
    sorter.resolve_headers()
    return sorter.flags


def grouped(flags: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the options among flags that stayed, each with its value.

    Args:
        flags: as in `Flags.kept`.
    """
    rest = iter(flags)
    for word in rest:
        pair = word in _IN_TWO_WORDS or word.startswith(_FOR_ONE_SIDE)
        yield (word, next(rest)) if pair else (word,)


class _Sorter:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.flags = Flags()
        self.options = clang_options()

    def sort(self, words: Sequence[str], *, nvccs: bool = True) -> None:
        """Sort some words.

        Args:
            words: the words.
            nvccs: nvcc's options may be among them.
        """
        at = 0
        while at < len(words):
            at += self._one(words, at, nvccs)

    def _one(self, words: Sequence[str], at: int, nvccs: bool) -> int:
        """Sort the option at a place; return how many words it is."""
        word = words[at]
        following = words[at + 1] if at + 1 < len(words) else ""
        name, equals, value = word.partition("=")
        if word in self.options.decided:
            return 1
        if word in self.options.decided_with_value:
            return 2
        if opener := next((one for one in _DIRECTORIES if word.startswith(one)), None):
            joined = word[len(opener) :]
            self._search_in(opener, joined or following)
            return 1 if joined else 2
        if opener := next((one for one in _MACROS if word.startswith(one)), None):
            joined = word[len(opener) :]
            self._keep(*([opener + (joined or following)] if joined or following else []))
            return 1 if joined else 2
        if name in ("-std", "--std"):
            self._standard(value if equals else following, word)
            return 1 if equals else 2
        if nvccs and (decision := decide(words, at)) is not None:
            if decision.left_out or _WHOLE_PROGRAM.intersection(decision.hip):
                self.flags.left_out.append(" ".join(words[at : at + decision.taken]))
            else:
                self.sort(decision.hip, nvccs=False)
            return decision.taken
        return self._clangs(word, following)

    def _clangs(self, word: str, following: str) -> int:
        """Sort an option of clang's; return how many words it is."""
        if word.startswith("-Wp,"):
            self.sort(word.split(",")[1:], nvccs=False)
            return 1
        if (header := _HEADER.fullmatch(word)) is not None:
            self._keep(header["option"], header["name"] or following)
            return 1 if header["name"] else 2
        if word == "-mllvm" or word.startswith(_FOR_ONE_SIDE):
            of_llvm = word == "-mllvm"
            allows = self.options.allows_llvm if of_llvm else self._allows_for_one_side
            if allows(following):
                self._keep(word, following)
            else:
                self._refuse(f"{word} {following}", word if of_llvm else following)
            return 2
        if self.options.allows(word):
            self._keep(word)
        elif word.startswith(("-", "@")) and not self.options.decides(word):
            self._refuse(word, word)
        # What is no option is an input of the command beside the source, and no matter of a unit's.
        return 1

    def _allows_for_one_side(self, word: str) -> bool:
        return self.options.allows(word) or (word[:2] in _MACROS and len(word) > 2)

    def _keep(self, *words: str) -> None:
        if wrong := next(filter(None, map(unwritable, words)), ""):
            self.flags.refused.append(f"{visible(' '.join(words))}: it holds {wrong}")
        elif all(words):
            self.flags.kept += words

    def _refuse(self, written: str, word: str) -> None:
        self.flags.refused.append(f"{visible(written)}: {self.options.why_not(word)}")

    def _standard(self, name: str, word: str) -> None:
        if is_standard(name):
            self.flags.std = name
        else:
            self._refuse(word, word)

    def _search_in(self, opener: str, name: str) -> None:
        path = self.directory / name
        if not name:
            return
        if wrong := unwritable(str(path)):
            self.flags.refused.append(f"{opener} {visible(name)}: it holds {wrong}")
        elif os.path.isfile(path / "cuda_runtime.h"):
            self.flags.left_out.append(f"{opener} {path}")
        elif os.path.exists(path) and not os.path.isdir(
            path
        ):  # clang takes a file for a map of headers
            self.flags.refused.append(f"{opener} {name}: it is not a folder")
        else:
            self.flags.includes.append(path)

    def resolve_headers(self) -> None:
        """Look up the headers that are included before a source.

        One that is found is named by its path, so that it is the same wherever the compiler
        starts; one that is not is a library's, and searched for by its name.
        """
        kept = list(grouped(self.flags.kept))
        self.flags.kept.clear()
        for option, *rest in kept:
            if option in _HEADERS:
                self._header(option, rest[0])
            else:
                self.flags.kept += (option, *rest)

    def _header(self, option: str, name: str) -> None:
        places = (folder / name for folder in (self.directory, *self.flags.includes))
        path = next(filter(os.path.exists, places), None)
        if path is None:
            if Path(name).is_absolute() or ".." in Path(name).parts:
                self.flags.refused.append(f"{option} {name}: there is no such file")
            else:
                self.flags.kept += (option, name)
        elif not os.path.isfile(path):
            self.flags.refused.append(f"{option} {name}: it is not a regular file")
        elif any(os.path.exists(f"{path}{suffix}") for suffix in _PRECOMPILED):
            why = "a precompiled header lies beside it, which clang would take instead"
            self.flags.refused.append(f"{option} {name}: {why}")
        else:
            self.flags.kept += (option, str(path))
