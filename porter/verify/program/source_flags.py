"""The flags that a program of one source is compiled with: written down for nvcc, or by need."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from porter.compile.read.written_calls import WrittenCalls
from porter.errors import PorterError
from porter.execute.cpu.command_line import parse
from porter.source.file import SourceFile
from porter.verify.recording.sources import sources_of

#: What may change the meaning of a source; libraries are found by what it calls.
_KEPT = ("-std=", "-D", "-I")
#: With these nvcc makes objects.
_OBJECTS = frozenset(("-c", "-dc", "--compile", "--device-c", "-ptx", "-cubin"))
#: What hands a flag to the host's compiler, for CUDA's and for HIP's.
_WITH_OPENMP = ("-Xcompiler", "-fopenmp")
_NEWER = ("-std=c++20",)
#: Headers that C++20 added, and its word for what else a compiler takes for a type:
#: https://en.cppreference.com/w/cpp/20
_HEADERS = frozenset(
    b"barrier bit compare concepts coroutine latch numbers ranges semaphore source_location span"
    b" stop_token syncstream".split()
)
_CONCEPT = re.compile(rb"(?m)^[ \t]*+concept[ \t]++\w++[ \t\n]*+=")


class Written(NamedTuple):
    """What a call of nvcc says of a source.

    Attributes:
        flags: those that may change its meaning.
        linked: the other sources of its program; None where the call makes no program.
    """

    flags: tuple[str, ...]
    linked: tuple[str, ...] | None


def flags_of(calls: WrittenCalls, source: str) -> tuple[str, ...]:
    """Return the flags of a source's program.

    A folder of headers is relative to the tree.

    Args:
        calls: those of the tree.
        source: the source, relative to it.
    """
    flags = next((one.flags for one in written_for(calls, source)), ())
    files = [SourceFile(path, data) for path, data in sources_of(calls.root, source).items()]
    is_newer = any(map(_is_of_cpp20, files))
    if is_newer and not any(flag.startswith("-std=") for flag in flags):
        flags = (*flags, *_NEWER)
    included = {one.path for file in files[:1] for one in file.includes}
    return (*flags, *_WITH_OPENMP) if b"omp.h" in included else flags


def _is_of_cpp20(file: SourceFile) -> bool:
    return bool(
        not _HEADERS.isdisjoint(one.path for one in file.includes) or _CONCEPT.search(file.code)
    )


def written_for(calls: WrittenCalls, source: str) -> Iterator[Written]:
    """Yield what each call of nvcc says of the source, in its comments and in documents.

    Args:
        calls: those of the tree.
        source: the source, relative to it.
    """
    root = calls.root
    for call in calls.of(source):
        try:
            line = parse(call.words)
        except PorterError:
            continue
        place = call.folder
        names = [str(one) for one in line.sources]
        own = [one for one in names if PurePosixPath(one).name == PurePosixPath(source).name]
        others = tuple(_inside(one, place) for one in names if one not in own)
        if not own or not all((root / one).is_file() and one[:2] != ".." for one in others):
            continue
        flags = tuple(
            flag if not flag.startswith("-I") else f"-I{_inside(flag[2:], place)}"
            for flag in _joined(line.flags)
            if flag.startswith(_KEPT) and "$" not in flag and _is_in(root, place, flag)
        )
        is_program = _OBJECTS.isdisjoint(call.words)
        yield Written(flags, others if is_program else None)


def _joined(flags: list[str]) -> Iterator[str]:
    """Yield flags with the value that stands behind them."""
    rest = iter(flags)
    for flag in rest:
        yield flag + next(rest, "") if flag in ("-I", "-D") else flag


def _inside(folder: str, place: str) -> str:
    return posixpath.normpath(posixpath.join(place, folder))


def _is_in(root: Path, place: str, flag: str) -> bool:
    """Tell whether a flag names no folder outside of the tree, or that is not there."""
    if not flag.startswith("-I"):
        return True
    folder = _inside(flag[2:], place)
    return not os.path.isabs(folder) and folder[:2] != ".." and (root / folder).is_dir()
