"""The sources of a port: which include which, what they have of warps, and how they are written."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path

from porter.compat.headers import SUPPORT_FOLDER, text, with_dependencies
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.files.write import write_atomically
from porter.project.discover import discover
from porter.source.cpp.functions import functions_of
from porter.source.file import SourceFile
from porter.source.text.languages import Language, language_of
from porter.widen.closure import uses_warps
from porter.widen.rewrite import HEADER
from porter.widen.words import Vocabulary, constants

_HEADERS = (".h", ".hpp", ".cuh", ".hh", ".inl", ".inc")


def sources_of(port: Path) -> Iterator[tuple[str, SourceFile]]:
    """Yield the sources of a port by path, without porter's own headers."""
    for entry in discover(port).entries:
        is_support = SUPPORT_FOLDER in entry.path.split("/")
        if entry.is_link or is_support or language_of(entry.path) is not Language.CUDA:
            continue
        try:
            data = read_regular(port / entry.path, LARGEST_SOURCE)
        except (OSError, ValueError):
            continue
        yield entry.path, SourceFile(entry.path, data)


def included(file: SourceFile, sources: Mapping[str, SourceFile]) -> list[SourceFile]:
    """Return the files of a port that a file includes, at any depth."""
    found: dict[str, SourceFile] = {}
    waiting = [file]
    while waiting:
        here = waiting.pop()
        for one in here.includes:
            name = one.path.decode(errors="replace")
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(here.path), name))
            ends = [p for p in sources if p in (beside, name) or p.endswith(f"/{name}")]
            for path in ends:
                if path not in found and path != file.path:
                    found[path] = sources[path]
                    waiting.append(sources[path])
    return list(found.values())


def write(port: Path, changed: Mapping[str, bytes]) -> list[str]:
    """Write widened sources and the headers that they include; return what was written."""
    written = []
    for name in with_dependencies([HEADER]):
        path = port / SUPPORT_FOLDER / name
        if not path.exists():
            write_atomically(path, text(name))
            written.append(f"{SUPPORT_FOLDER}/{name}")
    for source, data in changed.items():
        write_atomically(port / source, data)
        written.append(source)
    return written


def of_others(
    file: SourceFile, sources: Mapping[str, SourceFile], words: Vocabulary
) -> Iterator[bytes]:
    """Yield what other files of the port have that counts warps: functions and constants."""
    for path, other in sources.items():
        if path == file.path:
            continue
        for function in functions_of(other):
            if function.name and uses_warps(other, function) and path.endswith(_HEADERS):
                yield function.name
        for one in constants(other.code):
            counts = words.size_name.search(one.value) or b"/ 32" in one.value
            if counts and path.endswith(_HEADERS):
                yield one.name
