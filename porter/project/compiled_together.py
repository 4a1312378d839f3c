"""The sources that compilers read together with one: those of its translation units."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from porter.files.identity import Identity, identity
from porter.files.paths import is_inside
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.discover import never_walked
from porter.project.includes import ROOTS, IncludeGraph, inclusions
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.preprocessor.directives import IncludeDirective
from porter.source.text.languages import Language, language_of

_LARGEST = 1 << 22
_WORD = re.compile(rb"[A-Za-z_]\w++")
#: What a folder of headers is called.
_INCLUDE_FOLDERS = ("include", "includes", "inc")
#: What headers end in, and what the definitions do that some include at their end.
HEADERS = (".hpp", ".h", ".cuh", ".hh", ".hxx")
OF_DEFINITIONS = (".inl", ".ipp", ".tpp", ".tcc", ".txx", ".impl")
_DEFINITIONS_END = re.compile(r"[-_.](?:impl|inl|def|defs|detail|definitions)\Z")
_DEFINITIONS_FOLDERS = frozenset(("impl", "inl", "detail", "details", "internal"))
#: From so many folders on, sources are not looked for.
_MOST_FOLDERS = 5000


def compiled_together(root: Path, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each source that some translation unit reads beside `path`.

    A unit is a file that includes `path`, directly or not; conditions of inclusions do not count.

    Args:
        root: the project's folder.
        path: a C, C++ or CUDA file, relative to it.
    """
    inside = str(real_path(root))
    found = []
    for one in _sources(str(root)):
        place = f"{root}/{one}"
        found.append((one, _inclusions(inside, place, identity(place))))
    included, including = _edges(tuple(found))
    units = _closure([path], including)
    for one in sorted(_closure(units, included) - {path}):
        yield one, _read(inside, f"{root}/{one}")


def is_read_by(root: Path, path: str, suffixes: tuple[str, ...]) -> bool:
    """Tell whether a source of a kind includes `path`, directly or not.

    Args:
        root: the project's folder.
        path: a C, C++ or CUDA file, relative to it.
        suffixes: what the names of such sources end in.
    """
    inside = str(real_path(root))
    sources = list(_sources(str(root)))
    graph = IncludeGraph(sources)
    left = [one for one in sources if one.endswith(suffixes)]
    seen = set(left)
    while left:
        one = left.pop()
        place = f"{root}/{one}"
        for angled, spelling in _inclusions(inside, place, identity(place)):
            other = graph.guess(one, spelling, angled=angled)
            if other == path:
                return True
            if other is not None and other not in seen:
                seen.add(other)
                left.append(other)
    return False


@lru_cache(maxsize=2)
def _edges(
    found: tuple[tuple[str, tuple[tuple[bool, str], ...]], ...],
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return what each file includes, and what includes it, by (path, inclusions) of all."""
    graph = IncludeGraph(path for path, _ in found)
    included: dict[str, set[str]] = {}
    including: dict[str, set[str]] = {}
    for one, named in found:
        for angled, spelling in named:
            other = graph.guess(one, spelling, angled=angled)
            if other is not None:
                included.setdefault(one, set()).add(other)
                including.setdefault(other, set()).add(one)
    return included, including


def included(root: Path, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each source of the project that a file includes, directly or not.

    Looks beside the file that includes and in the folders that projects put on the include path,
    for what stands between quotes also in those of the folders around the file.

    Args:
        root: the project's folder.
        path: a C, C++ or CUDA file, relative to it.
    """
    inside = str(real_path(root))
    left, seen = [path], {path}
    meant: dict[tuple[str | None, str], str | None] = {}
    while left:
        including = left.pop()
        place = f"{inside}/{including}"
        for angled, spelling in _inclusions(inside, place, identity(place)):
            key = (None if angled else posixpath.dirname(including), spelling)
            if key not in meant:
                meant[key] = _meant(inside, *key)
            one = meant[key]
            if one is not None and one not in seen:
                seen.add(one)
                left.append(one)
                yield one, _read(inside, f"{inside}/{one}")


def _meant(root: str, around: str | None, spelling: str) -> str | None:
    """Return the file of the project that an inclusion means, or None.

    Args:
        root: the project's folder.
        around: that of the including file; None for what stands between angle brackets.
        spelling: the header.
    """
    is_plain = "/." not in f"/{spelling}" and "//" not in f"/{spelling}"
    for folder in _folders(around):
        one = f"{folder}/{spelling}" if folder else spelling
        if not is_plain:
            one = posixpath.normpath(posixpath.join(folder, spelling))
        # Most are not there, which the file system tells soonest.
        if os.path.isfile(f"{root}/{one}") and is_inside(one):
            return one
    return None


def _folders(around: str | None) -> Iterator[str]:
    """Yield the folders in which an inclusion is looked for, the likeliest first."""
    if around is None:
        yield from ROOTS
        return
    yield from (around, *ROOTS)
    while around:
        yield from (f"{around}/{name}" for name in _INCLUDE_FOLDERS)
        around = posixpath.dirname(around)


@once_for_each_file
def headers_of(file: SourceFile) -> dict[str, bytes]:
    """Return path and bytes of each source that a file includes; its conversion depends on them.

    Args:
        file: a C, C++ or CUDA file; one that lies in no folder includes nothing.
    """
    headers = dict(included(file.root, file.path)) if file.root is not None else {}
    file.beside.update(headers)
    return headers


@once_for_each_file
def header_around(file: SourceFile) -> dict[str, bytes]:
    """Return path and bytes of the header whose definitions a file holds, and of what that reads.

    That is the header of the same name that includes it, beside it or around its folder: `vec.hpp`
    of `vec.inl`, of `vec_impl.hpp` and of `detail/vec.hpp`.

    Args:
        file: a C, C++ or CUDA file.
    """
    if file.root is None:
        return {}
    inside = str(real_path(file.root))
    name = os.fsencode(posixpath.basename(file.path))
    for one in (stem + other for stem in _stems_around(file.path) for other in HEADERS):
        data = _read(inside, f"{inside}/{one}") if one != file.path else b""
        if name in data:
            found = {one: data, **dict(included(file.root, one))}
            file.beside.update(found)
            return {path: data for path, data in found.items() if path != file.path}
    return {}


def _stems_around(path: str) -> Iterator[str]:
    """Yield the paths, without an ending, of headers whose definitions a file may hold."""
    folder, name = posixpath.split(path)
    stem, suffix = posixpath.splitext(name)
    bare = _DEFINITIONS_END.sub("", stem)
    if suffix in OF_DEFINITIONS or bare != stem:
        yield posixpath.join(folder, bare)
    elif suffix not in HEADERS:
        return
    while posixpath.basename(folder) in _DEFINITIONS_FOLDERS:
        folder = posixpath.dirname(folder)
        yield posixpath.join(folder, bare)


def is_beside(file: SourceFile, include: IncludeDirective) -> bool:
    """Tell whether a header lies where the compiler looks first: beside the file that includes it.

    Args:
        file: a C, C++ or CUDA file.
        include: one of its inclusions.
    """
    spelling = os.fsdecode(include.path)
    place = posixpath.normpath(posixpath.join(posixpath.dirname(file.path), spelling))
    return not include.angled and place in headers_of(file)


def sources_with(root: Path, words: frozenset[bytes], suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the path of each source of a kind that has one of the words.

    Args:
        root: the project's folder.
        words: names, in code or not.
        suffixes: what the names of such sources end in.
    """
    inside = str(real_path(root))
    for path in _sources(str(root)):
        place = f"{inside}/{path}"
        if path.endswith(suffixes) and _has(inside, place, identity(place), words):
            yield path


@lru_cache(maxsize=1 << 14)
def _has(root: str, place: str, _: Identity | None, words: frozenset[bytes]) -> bool:
    return not words.isdisjoint(_WORD.findall(_read(root, place)))


def _closure(paths: Iterable[str], edges: Mapping[str, set[str]]) -> set[str]:
    """Return the paths and all that is reached from them."""
    left = list(paths)
    found = set(left)
    while left:
        new = edges.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


def _sources(root: str) -> Iterator[str]:
    """Yield the path of each C, C++ or CUDA file below a folder, relative to it."""
    for count, (folder, folders, names) in enumerate(os.walk(root)):
        if count == _MOST_FOLDERS:
            return
        folders[:] = sorted(one for one in folders if not never_walked(one))
        inside = folder[len(root) :].strip("/")
        for name in sorted(names):
            if language_of(name) is Language.CUDA:
                yield f"{inside}/{name}" if inside else name


@lru_cache(maxsize=1 << 14)
def _inclusions(root: str, place: str, _: Identity | None) -> tuple[tuple[bool, str], ...]:
    """Return what a file includes. Each file that is asked about has all others looked at."""
    return tuple(inclusions(_read(root, place)))


def _read(root: str, place: str) -> bytes:
    """Return the bytes of a file; none of what is none, too large, or leads outside of `root`."""
    try:
        is_inside = os.path.realpath(place).startswith(f"{root.rstrip('/')}/")
        if is_inside and os.stat(place).st_size <= _LARGEST:
            return read_regular(place)
    except OSError:
        pass
    return b""
