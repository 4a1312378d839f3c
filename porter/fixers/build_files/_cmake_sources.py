"""The host sources of CMake's targets, and the folders of their headers."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence

from porter.fixers.build_files._cmake_values import values
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.globs import matching

TARGETS = frozenset({b"add_executable", b"add_library"})
NO_SOURCES = frozenset({b"ALIAS", b"IMPORTED", b"INTERFACE"})
HOST_SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".C")
_HEADER_SUFFIXES = (".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".ipp")
#: What CMake tries behind the name of a source, in this order.
_COMPLETED = (".c", ".C", ".c++", ".cc", ".cpp", ".cxx", ".cu")
#: A path whose last part has no suffix, and which is no word of CMake's.
_WHOLE_NAME = re.compile(rb"(?![A-Z]+\Z)(?:[\w+-][\w.+-]*+/)*+[\w+-]++")
_TOP = re.compile(rb"\A\$\{CMAKE_SOURCE_DIR\}(?:/|\Z)")
_HERE = re.compile(rb"\A\$\{(?:PROJECT|CMAKE_CURRENT)_(?:SOURCE|LIST)_DIR\}(?:/|\Z)")


def sources_of(found: Sequence[Command]) -> dict[bytes, dict[bytes, Argument]]:
    """Return target -> the arguments that name its sources, each text once."""
    given: dict[bytes, dict[bytes, Argument]] = {}
    for command in found:
        if command.name in TARGETS or command.name == b"target_sources":
            for argument in command.arguments[1:]:
                given.setdefault(command.words[0], {})[argument.text] = argument
            given.setdefault(b"".join(command.words[:1]), {})
    return given


def host_sources(file: SourceFile, given: dict[bytes, Argument]) -> Iterator[str]:
    """Yield the host sources that arguments name, relative to the project's folder."""
    for path in paths_of(file, given.values(), posixpath.dirname(file.path)):
        if path.endswith(HOST_SUFFIXES):
            yield from _matching(file, path)


def device_sources(file: SourceFile, arguments: Iterable[Argument]) -> Iterator[str]:
    """Yield the files of device code that arguments name, relative to the project's folder."""
    for path in paths_of(file, arguments, posixpath.dirname(file.path)):
        if may_be_device_code(path):
            yield from (one for one in _matching(file, path) if may_be_device_code(one))


def may_be_device_code(pattern: str) -> bool:
    """Tell whether a path may be one of device code, or a pattern, as `src/*cu`, may name some."""
    end = pattern[max(pattern.rfind(sign) for sign in "*?]") + 1 :]
    return end.endswith(".cu") or (end != pattern and ".cu".endswith(end))


def has_headers_alone(file: SourceFile, arguments: Iterable[Argument]) -> bool:
    """Tell whether arguments name headers, and nothing that is compiled or not known.

    Args:
        file: a CMake script.
        arguments: what its command is given behind the target.
    """
    paths = list(paths_of(file, arguments, posixpath.dirname(file.path)))
    sources = [one for one in paths if not posixpath.basename(one).isupper() or "." in one]
    return bool(sources) and all(one.endswith(_HEADER_SUFFIXES) for one in sources)


def suffix_of(file: SourceFile, argument: Argument) -> bytes:
    """Return the suffix that CMake completes a source by; empty where it names a file, or nothing.

    Args:
        file: a CMake script.
        argument: of a command that takes sources.
    """
    name = argument.text
    if _WHOLE_NAME.fullmatch(name) is None or (root := file.depend_on_tree()) is None:
        return b""
    base = root / posixpath.dirname(file.path) / os.fsdecode(name)
    if base.exists():
        return b""
    found = (one for one in _COMPLETED if base.with_name(base.name + one).is_file())
    return next(found, "").encode()


def paths_of(file: SourceFile, arguments: Iterable[Argument], here: str) -> Iterator[str]:
    """Yield what the arguments say as paths, relative to the project's folder.

    Args:
        file: the script whose variables they take.
        arguments: what a command is given.
        here: the folder of the script that has the command.
    """
    for argument in arguments:
        for word in values(file).words(argument.text):
            folder, named = here, _HERE.sub(b"", word)
            if top := _TOP.match(named):
                folder, named = _top_folder(file), named[top.end() :]
            if b"$" not in named:
                yield posixpath.normpath(posixpath.join(folder, os.fsdecode(named)))


def _top_folder(file: SourceFile) -> str:
    """Return the folder of the script that CMake begins with: the highest around that has one."""
    folder = posixpath.dirname(file.path)
    if (root := file.depend_on_tree()) is None:
        return folder
    parts = folder.split("/") if folder else []
    around = ("/".join(parts[:depth]) for depth in range(len(parts)))
    return next((one for one in around if (root / one / "CMakeLists.txt").is_file()), folder)


def _matching(file: SourceFile, path: str) -> Iterator[str]:
    """Yield the files of the project that a pattern names; a path names itself."""
    root = file.depend_on_tree() if "*" in path else None
    if root is None:
        yield path
        return
    for one in matching(root, root, path):
        yield one.relative_to(root).as_posix()
