"""Writes what was chosen into a port: the header, and the places that name its macros."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular_text
from porter.files.write import write_atomically
from porter.project.discover import discover
from porter.source.file import SourceFile
from porter.tune.header import PREFIX
from porter.tune.loops import with_factors
from porter.tune.source import with_constant, with_include, with_kernel
from porter.tune.tuner import Kernel

#: Folders of a port that no build of it reads.
_NOT_COPIED = shutil.ignore_patterns(".git", ".porter", "__pycache__", "*.o", "*.so")


class Place(NamedTuple):
    """Where the code says how often a loop is unrolled, and what it says there."""

    path: str
    line: int
    factor: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def macro_of(kernel: Kernel, others: Iterable[Kernel]) -> str:
    """Return the macro of a kernel: its name, with namespaces where another has the same."""
    short = kernel.name.rpartition("::")[2]
    names = {one.name for one in others if one.name.rpartition("::")[2] == short}
    return short if names <= {kernel.name} else kernel.name.replace("::", "_")


def name_kernel(port: Path, kernel: Kernel, macro: str) -> list[str]:
    """Put a kernel's macro where it is declared; return the files that changed.

    Raises:
        PorterError: no declaration was found.
    """
    short = kernel.name.rpartition("::")[2]
    changed, found = [], False
    for path, text in sources(port):
        now = with_kernel(text, short, macro)
        if now != text:
            _put(port, path, with_include(now, path))
            changed.append(path)
        found |= f"{PREFIX}{macro}" in now
    if not found:
        raise PorterError(f"{kernel.name} is not defined in a source of the port", path=port)
    return changed


def name_constant(port: Path, name: str) -> int:
    """Have a constant come from the header; return what it was.

    Raises:
        PorterError: there is none of that name, or several.
    """
    found = []
    for path, text in sources(port):
        now, value = with_constant(text, name)
        if value is not None:
            found.append((path, with_include(now, path), value))
    if len({value for _, _, value in found}) != 1:
        what = "no constant" if not found else "constants of several values"
        raise PorterError(
            f"{what} `constexpr int {name} = …;` or `#define {name} …` in the port", path=port,
            hint="--open takes the name of an integer constant with a number",
        )  # fmt: skip
    for path, text, _ in found:
        _put(port, path, text)
    return found[0][2]


def name_loops(
    port: Path, kernel: Kernel, macro: str, wanted: Collection[str] | None = None
) -> dict[str, Place]:
    """Have unroll factors of a kernel's loops come from the header.

    Args:
        port: the port.
        kernel: the kernel.
        macro: its name in the header.
        wanted: the loops; all by default.

    Returns:
        Loop -> where the code says it.
    """
    short = kernel.name.rpartition("::")[2]
    found: dict[str, Place] = {}
    taken: set[str] = set()
    for path, text in sources(port):
        now, loops = with_factors(text, short, macro, taken, wanted)
        if loops:
            _put(port, path, with_include(now, path))
            found |= {name: Place(path, one.line, one.factor) for name, one in loops.items()}
    return found


@contextmanager
def copied(port: Path) -> Iterator[Path]:
    """Yield a copy of a port to try things in."""
    with TemporaryDirectory(prefix="porter-tune-") as folder:
        copy = Path(folder) / port.name
        shutil.copytree(port, copy, ignore=_NOT_COPIED, symlinks=True)
        yield copy


def sources(port: Path) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of the port's own sources that may hold device code."""
    project = discover(port)
    for entry in project.entries:
        path = Path(entry.path)
        if entry.is_link or path.suffix not in _SUFFIXES or project.is_vendored(entry.path):
            continue
        try:
            yield entry.path, read_regular_text(port / path, LARGEST_SOURCE)
        except (OSError, ValueError):
            continue


def source_files(port: Path) -> list[SourceFile]:
    """Return a port's own sources as files whose code can be looked through."""
    return [SourceFile(path, text.encode(), root=port) for path, text in sources(port)]


_SUFFIXES = frozenset((".cu", ".cuh", ".hip", ".hpp", ".h", ".cpp", ".cc", ".hh", ".inl"))


def _put(port: Path, path: str, text: str) -> None:
    write_atomically(port / path, text.encode())
