"""The digest of the sources that a recording was made from."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from porter.files.regular import read_regular
from porter.verify.recording.built import left_out

#: What builds and runs leave in a project.
_MADE = frozenset((".git", "__pycache__", "build", "dist"))
_MADE_SUFFIXES = frozenset((".pyc", ".o", ".so", ".a"))
#: What explains or calls an extension and is no part of it.
_DOCUMENTS = frozenset((".md", ".rst"))
_CALLERS = frozenset(("docs", "examples", "benchmarks", "tests"))
_CALLER_SUFFIXES = frozenset((".py", ".sh"))
#: The file that a line includes in quotes.
INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


def source_hash(folder: Path, source: str, linked: Sequence[str] = ()) -> str:
    """Return a SHA-256 over a program's sources and the files of `folder` that they include.

    Args:
        folder: the project.
        source: the program's source, relative to it; empty for the whole tree, as `tree_hash`.
        linked: other sources that are linked with it.

    Returns:
        The hash in hex; other programs of the project have no part in it.
    """
    return _hash(sources_of(folder, source, linked))


def sources_of(folder: Path, source: str, linked: Sequence[str] = ()) -> Mapping[str, bytes]:
    """Return a program's sources and the files of `folder` that they include, by path.

    Args:
        folder: the project.
        source: the program's source, relative to it; empty for the whole tree.
        linked: other sources that are linked with it.
    """
    if not source:
        return _parts(folder, [*_all_sources(folder)])
    return _parts(folder, [folder / one for one in (source, *linked)])


def tree_hash(folder: Path, arch: str = "", exclude: Sequence[str] = ()) -> str:
    """Return a SHA-256 over the files of a tree that a build for one architecture depends on.

    They are all but those that builds leave there, documents, scripts in folders such as examples,
    and the sources of architectures that it is not built for.

    Args:
        folder: the tree.
        arch: the architecture that it is built for, such as "sm_90"; empty counts all of them.
        exclude: patterns of paths that are no part of the project.
    """
    parts = _parts(folder, [*_all_sources(folder)])
    others = left_out(folder, arch, parts, exclude)
    return _hash({name: data for name, data in parts.items() if name not in others})


def _parts(folder: Path, left: list[Path]) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    while left:
        path = left.pop()
        name = os.path.relpath(path, folder)
        if name in parts or not path.is_file():
            continue
        parts[name] = read_regular(path)
        left += [path.parent / os.fsdecode(header) for header in INCLUDED.findall(parts[name])]
    return parts


def _hash(parts: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, data in sorted(parts.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def _all_sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_made = _MADE.intersection(parts) or path.suffix in _MADE_SUFFIXES
        is_caller = parts[0] in _CALLERS and path.suffix in _CALLER_SUFFIXES
        if not (is_made or is_caller or path.suffix in _DOCUMENTS):
            yield path
