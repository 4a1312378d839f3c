"""The sources of one target: of CMake, of a `setup.py`, of a Makefile, or all of a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.makefile import makefile_target
from porter.compile.read.setup_py import extension_sources, is_setup_script
from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.listing import listed
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands

_OBJECTS = re.compile(r"\$<TARGET_OBJECTS:([\w.:+-]+)>")
#: What scripts of other folders may see of a folder's: commands, and words of any command.
_FOR_OTHERS = frozenset({b"function", b"macro", b"add_custom_target", b"configure_file"})
_HEARD = frozenset({b"PARENT_SCOPE", b"CACHE", b"GLOBAL"})
_MOST_NAMES = 20


class TargetSources(NamedTuple):
    """What a target is made of.

    Attributes:
        origin: what names it, as `CMakeLists.txt`.
        sources: its sources and those of what it links, relative to the tree.
        include_dirs: folders that it is compiled with, relative to the tree.
        others: targets of CMake's that it does not need, sorted.
        other_folders: folders in which CMake finds nothing that it needs, sorted.
        missing: what it names and the tree does not have.
    """

    origin: str
    sources: frozenset[str]
    include_dirs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    other_folders: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def target_sources(root: Path, paths: Sequence[str], name: str) -> TargetSources:
    """Return what a target is made of.

    Args:
        root: the tree.
        paths: its files, relative to it.
        name: a target of CMake's, an extension of a `setup.py`, a target of a Makefile, or a
            folder; the first of these that is called so.

    Raises:
        PorterError: nothing is called so, or no source of it can be told.
    """
    reader = CMakeReader(root)
    reader.read_scripts(paths)
    found = (
        (_of_cmake(root, paths, reader, [name]) if name in reader.targets else None)
        or _of_setup(root, paths, name)
        or _of_make(root, paths, name)
        or _of_folder(root, paths, reader, name)
    )
    if found is None:
        known = sorted(reader.targets)
        hint = f"CMake's are {listed(known, _MOST_NAMES)}" if known else ""
        raise PorterError(
            f"no target of CMake or make, no extension of setup.py, no folder is called {name}",
            path=root,
            hint=hint or "name a folder of the tree: --target src/part",
        )
    if not found.sources:
        raise PorterError(
            f"the sources of {name} in {found.origin} cannot be told without running the build",
            path=root,
            hint="name the folder that holds them: --target src/part",
        )
    return found


def _of_folder(
    root: Path, paths: Sequence[str], reader: CMakeReader, name: str
) -> TargetSources | None:
    """Return the files of a folder, and what the targets link that are made of them."""
    folder = os.path.normpath(name) + "/"
    inside = frozenset(path for path in paths if path.startswith(folder))
    if not inside:
        return None
    made_of_it = [
        one
        for one, target in reader.targets.items()
        if any(_relative(root, reader.places[one][0], word) in inside for word in target.sources)
    ]
    linked = _of_cmake(root, paths, reader, made_of_it)
    return linked._replace(origin=f"folder {folder}", sources=linked.sources | inside)


def _of_cmake(
    root: Path, paths: Sequence[str], reader: CMakeReader, names: Sequence[str]
) -> TargetSources:
    needs = dict(_dependencies(root, paths))
    needed: set[str] = set()
    left = list(names)
    words: list[tuple[Path, str]] = []
    while left:
        one = left.pop()
        target = reader.targets.get(one)
        if target is None or one in needed:
            continue
        needed.add(one)
        left += [*target.links, *needs.get(one, ())]
        for word in target.sources:
            if objects := _OBJECTS.fullmatch(word):
                left.append(objects[1])
            elif word in reader.targets:  # what an alias stands for
                left.append(word)
            else:
                words.append((reader.places[one][0], word))
    known = frozenset(paths)
    sources: set[str] = set()
    missing = []
    for folder, word in words:
        path = _relative(root, folder, word)
        if path in known:
            sources.add(path)
        elif word:
            missing.append(word)
    include_dirs = [
        os.path.relpath(folder, root)
        for unit in reader.units()
        if unit.source in sources
        for folder in unit.includes
    ]
    return TargetSources(
        reader.places[names[0]][1] if names else "",
        frozenset(sources),
        tuple(dict.fromkeys(include_dirs)),
        tuple(sorted(reader.targets.keys() - needed)),
        tuple(sorted(_other_folders(root, paths, reader, needed))),
        tuple(dict.fromkeys(missing)),
    )


def _other_folders(
    root: Path, paths: Sequence[str], reader: CMakeReader, needed: set[str]
) -> Iterator[str]:
    """Yield the folders whose scripts, and those below, say nothing that a needed target hears."""
    folders = [Path(path).parent for path in paths if Path(path).name == "CMakeLists.txt"]
    kept = {Path()}
    for folder in folders:
        try:
            script = commands(read_regular(root / folder / "CMakeLists.txt"))
        except (OSError, CMakeSyntaxError):
            return
        if any(b"$" in word for one in script for word in _added(one)):
            return  # it may be any
        if any(one.name in _FOR_OTHERS or not _HEARD.isdisjoint(one.words) for one in script):
            kept |= {folder, *folder.parents}
    for name in needed:
        folder = reader.places[name][0].relative_to(root)
        kept |= {folder, *folder.parents}
    yield from (folder.as_posix() for folder in folders if folder not in kept)


def _added(command: Command) -> list[bytes]:
    """Return the folder that a command adds, if it does."""
    return command.words[:1] if command.name == b"add_subdirectory" else []


def _relative(root: Path, folder: Path, word: str) -> str:
    return os.path.relpath(os.path.normpath(folder / word), root)


def _dependencies(root: Path, paths: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the targets that must be built before another, for no library of theirs."""
    for path in paths:
        if Path(path).name != "CMakeLists.txt":
            continue
        try:
            found = commands(read_regular(root / path))
        except (OSError, CMakeSyntaxError):
            continue
        for one in found:
            if one.name == b"add_dependencies" and one.arguments:
                first, *others = [given.text.decode("utf-8", "replace") for given in one.arguments]
                yield first, others


def _of_setup(root: Path, paths: Sequence[str], name: str) -> TargetSources | None:
    for path in paths:
        if is_setup_script(root, path):
            for called, sources in extension_sources(root, path).items():
                if name in (called, called.rpartition(".")[2]):
                    known = frozenset(sources) & frozenset(paths)
                    missing = tuple(one for one in sources if one not in known)
                    return TargetSources(path, known, missing=missing)
    return None


def _of_make(root: Path, paths: Sequence[str], name: str) -> TargetSources | None:
    found = makefile_target(root, paths, name)
    return None if found is None else TargetSources(found[0], found[1] & frozenset(paths))
