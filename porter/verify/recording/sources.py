"""The digest of the sources that a recording was made from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from porter.verify.recording.built import left_out
from porter.verify.recording.included_files import IncludedFiles

#: What builds and runs leave in a project.
_MADE = frozenset((".git", "__pycache__", "build", "dist"))
_MADE_SUFFIXES = frozenset((".pyc", ".o", ".so", ".a"))
#: What explains or calls an extension and is no part of it.
_DOCUMENTS = frozenset((".md", ".rst"))
_CALLERS = frozenset(("docs", "examples", "benchmarks", "tests"))
_CALLER_SUFFIXES = frozenset((".py", ".sh"))


def source_hash(
    folder: Path, source: str, linked: Sequence[str] = (), flags: Sequence[str] = ()
) -> str:
    """Return a SHA-256 over a program's sources and the files of `folder` that they include.

    Args:
        folder: the project.
        source: the program's source, relative to it; empty for the whole tree, as `tree_hash`.
        linked: other sources that are linked with it.
        flags: what they are compiled with, folders of headers among it.

    Returns:
        The hash in hex; other programs of the project have no part in it.
    """
    return _hash(sources_of(folder, source, linked, flags))


def sources_of(
    folder: Path, source: str, linked: Sequence[str] = (), flags: Sequence[str] = ()
) -> Mapping[str, bytes]:
    """Return a program's sources and the files of `folder` that they include, by path.

    Args:
        folder: the project.
        source: the program's source, relative to it; empty for the whole tree.
        linked: other sources that are linked with it.
        flags: what they are compiled with; a folder is relative to the project's, or where it has
            none of that name, to the current one. One elsewhere is no part of the project.
    """
    if not source:
        return _tree(folder)
    named = [flag.removeprefix("-I") for flag in flags if flag.startswith("-I")]
    places = [folder / one if (folder / one).is_dir() else Path(one) for one in named]
    told = [os.path.relpath(place, folder) for place in places]
    inside = [one for one in told if not one.startswith("..")]
    return IncludedFiles(folder).of(source, *linked, folders=inside).texts


def tree_hash(folder: Path, arch: str = "", exclude: Sequence[str] = ()) -> str:
    """Return a SHA-256 over the files of a tree that a build for one architecture depends on.

    They are all but those that builds leave there, documents, scripts in folders such as examples,
    and the sources of architectures that it is not built for.

    Args:
        folder: the tree.
        arch: the architecture that it is built for, such as "sm_90"; empty counts all of them.
        exclude: patterns of paths that are no part of the project.
    """
    parts = _tree(folder)
    others = left_out(folder, arch, parts, exclude)
    return _hash({name: data for name, data in parts.items() if name not in others})


def _tree(folder: Path) -> Mapping[str, bytes]:
    """Return all sources of a tree, and what they include beside it."""
    own = [path.relative_to(folder).as_posix() for path in _all_sources(folder)]
    return IncludedFiles(folder, ()).of(*own).texts


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
