"""What a CMake script has from those of the folders around: folders of headers, and languages."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from porter.fixers.build_files._cmake_sources import paths_of
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.build_files.cmake import Command, commands

LANGUAGES = frozenset({b"project", b"enable_language"})
_FOLDERS = frozenset({b"include_directories", b"target_include_directories"})
_INHERITED = b"include_directories"


def include_folders(file: SourceFile, found: Sequence[Command]) -> list[str]:
    """Return the folders that the compiler is given for headers, each once.

    Args:
        file: a CMake script.
        found: its commands; `include_directories` of the scripts around holds in its folder, too.
    """
    return list(dict.fromkeys((*own_folders(file, found), *_inherited(file))))


def own_folders(file: SourceFile, found: Sequence[Command]) -> Iterator[str]:
    """Yield the folders for headers that the script itself gives."""
    here = posixpath.dirname(file.path)
    for command in found:
        if command.name in _FOLDERS:
            yield from paths_of(file, command.arguments, here)


#: FindCUDA needs no language; HIP's is enabled where it was looked for (BLD02).
_FOUND = b"find_package"


def is_enabled_around(file: SourceFile) -> bool:
    """Tell whether a script of a folder around has CMake compile for devices."""
    return any(
        enables(command) or (command.name == _FOUND and command.words[:1] == [b"CUDA"])
        for _, data in _around(file)
        for command in commands(data)
    )


def enables(command: Command) -> bool:
    """Tell whether a command enables CUDA's language or HIP's."""
    return command.name in LANGUAGES and not {b"CUDA", b"HIP"}.isdisjoint(command.words)


def _inherited(file: SourceFile) -> Iterator[str]:
    for folder, data in _around(file):
        if _INHERITED in data.lower():
            for command in commands(data):
                if command.name == _INHERITED:
                    yield from paths_of(file, command.arguments, folder)


def _around(file: SourceFile) -> Iterator[tuple[str, bytes]]:
    return CMakeScripts(file.depend_on_tree(), file.path).folders_around()
