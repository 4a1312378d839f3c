"""Finds the units of a port: those that its build files name, and other HIP sources."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from porter.compile.header_search import HeaderSearch
from porter.compile.included_sources import included_sources
from porter.compile.read.cmake import CMakeReader
from porter.compile.read.compile_commands import read_compile_commands
from porter.compile.read.configured import ConfiguredHeader, configured_headers, wanted
from porter.compile.read.first_use import read_first_uses
from porter.compile.read.makefile import read_makefiles
from porter.compile.read.setup_py import read_setup
from porter.compile.read.unit import (
    C_SUFFIX,
    CXX_SUFFIXES,
    DEVICE_SUFFIXES,
    UNIT_SUFFIXES,
    Language,
    Unit,
    importable,
    unit_from_flags,
)
from porter.compile.read.written_calls import WrittenCalls
from porter.errors import PorterError
from porter.project.architecture_folders import is_for
from porter.project.discover import discover
from porter.source.build_files.quoting import unwritable, visible
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.text import languages
from porter.toolchain.python_headers import python_headers

#: In words that a text leaves to whoever types them, or to the shell.
_NOT_GIVEN = frozenset("${}[]`")


def find_units(
    root: Path,
    exclude: Sequence[str] = (),
    provided: Iterable[Path] = (),
    configured: Path | None = None,
    unfollowed: Unfollowed | None = None,
    arch: str = "",
    first: str = "",
) -> list[Unit]:
    """Return the units of a port, sorted by path.

    A source that no build file names is a unit too when it is device code, or C or C++ that
    includes HIP: such ports are headers with tests, or are built by something that cannot be read.
    It is none when another file includes it: it is compiled as a part of that one.

    Args:
        root: the port.
        exclude: patterns of paths to leave out.
        provided: folders of libraries that every unit is compiled with.
        configured: where to write the headers that CMake would make; they are left out when None.
        unfollowed: collects what the readers of build files leave out at their bounds.
        arch: the one architecture to build for, where a tree has folders for several; files in
            other architectures' folders are none of its units.
        first: a script of Python's that is asked before all others.

    Raises:
        PorterError: the port does not exist or has no unit.
    """
    project = discover(root, exclude)
    root = project.root
    paths = [entry.path for entry in project.entries if not entry.is_link]
    if arch:
        paths = [path for path in paths if is_for(path, arch)]
    search = HeaderSearch(root, paths, provided)
    units: dict[str, Unit] = {}
    reported = unfollowed or Unfollowed(root)
    cmake = CMakeReader(root, reported)
    cmake.read_scripts(paths)
    # Who is asked, in this order: the first that names a source decides how it is compiled.
    preferred = [first] if first in paths else []
    for unit in chain(
        read_first_uses(root, preferred, reported, arch),
        read_compile_commands(root, paths),
        read_setup(root, sorted(paths, key=lambda one: one != first), reported, arch),
        read_first_uses(root, paths, reported, arch),
        cmake.units(),
        read_makefiles(root, paths, reported),
    ):
        if unit.source in search.paths:
            units.setdefault(unit.source, unit)
    written = WrittenCalls(root)
    off = {unit.source: unit for unit in cmake.units_left_out()}
    parts = included_sources(root, paths)
    for path in paths:
        if path not in units and path not in parts and not project.is_vendored(path):
            default = _default(path, search)
            if default is not None:
                units[path] = off.get(path) or _as_written(root, written, default)
    configures = (cmake.configured, cmake.exported) if configured is not None else ((), ())
    headers = configured_headers(root, *configures)
    found = [
        _complete(unit, search, headers, configured or root) for _, unit in sorted(units.items())
    ]
    if not found:
        raise PorterError(
            "nothing to compile: no .hip, no .cu, and no C or C++ that includes HIP",
            path=root,
            hint="name the folder that `porter convert --out` wrote",
        )
    return found


def _default(path: str, search: HeaderSearch) -> Unit | None:
    suffix = os.path.splitext(path)[1]
    if suffix in DEVICE_SUFFIXES and not _is_makefile(path):
        return Unit(path, Language.HIP, "default")
    if suffix in CXX_SUFFIXES:
        uses = search.uses(path)
        if uses.hip:
            return Unit(path, Language.HIP if uses.device_code else Language.CXX, "default")
    if suffix == C_SUFFIX and search.uses(path).hip:
        return Unit(path, Language.C, "default")
    return None


def _as_written(root: Path, written: WrittenCalls, unit: Unit) -> Unit:
    """Return a unit with the flags of the command that a script or a README compiles it by."""
    for call in written.of(unit.source):
        flags = [
            word
            for word in call.words
            if Path(word).suffix not in UNIT_SUFFIXES and _NOT_GIVEN.isdisjoint(word)
        ]
        source = root / unit.source
        found = unit_from_flags(
            root, source, flags, root / call.folder, call.document, language=unit.language
        )
        if found is not None:
            return found
    return unit


def _is_makefile(path: str) -> bool:
    """Tell whether a file that ends as a source does is a Makefile, such as `makefile.hip`."""
    return languages.language_of(path) is languages.Language.MAKE


def _complete(
    unit: Unit, search: HeaderSearch, headers: Sequence[ConfiguredHeader], configured: Path
) -> Unit:
    """Add the folders without which a unit's own includes are not found."""
    searched = [os.path.relpath(path, search.root) for path in unit.includes]
    uses = search.uses(unit.source, searched)
    notes = list(unit.notes)
    inferred = [one for one in uses.directories if not unwritable(one)]
    if inferred:
        notes.append(f"searched too: {', '.join(inferred)}")
    notes += (
        f"not searched: {visible(one)}, whose name holds {unwritable(one)}"
        for one in uses.directories
        if one not in inferred
    )
    made, more = wanted(headers, uses.outside, configured)
    notes += more
    if "Python.h" in uses.outside and not (unit.uses_torch or uses.torch):
        made = (*made, *_of_python(notes))
    extension = unit.torch_extension
    folders = tuple(search.root / one for one in inferred)
    return replace(
        unit,
        includes=(*unit.includes, *folders, *made),
        inferred=folders,
        uses_torch=unit.uses_torch or uses.torch,
        torch_extension=extension or (importable(Path(unit.source).stem) if uses.torch else None),
        notes=tuple(notes),
    )


def _of_python(notes: list[str]) -> list[Path]:
    """Return the directories of Python's headers, which setuptools gives to every extension."""
    try:
        return python_headers()
    except PorterError as error:
        notes.append(f"{error.message}: {error.hint}")
        return []
