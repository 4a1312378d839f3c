"""Compile the C++ sources that include Thrust or CUB as HIP.

## What it does
Where a target of a project with device code is made of a C++ source that includes Thrust or CUB, by
itself or through the project's headers, the source gets the property `LANGUAGE HIP`, whether the
target names it or a variable of the scripts does. Where no script says what a variable holds, all
such sources below its folder get it.

## Why
CUDA's Thrust may be read by the C++ compiler, which takes the containers and algorithms of the host
from it. ROCm's is read by HIP's compiler alone.

## What it leaves alone
Projects that compile nothing for the device.

## References
CMake's manual: the source property LANGUAGE; rocThrust's documentation, "Using rocThrust".
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.fixers.build_files._cmake_around import enables, include_folders, is_enabled_around
from porter.fixers.build_files._cmake_sources import (
    HOST_SUFFIXES,
    NO_SOURCES,
    TARGETS,
    host_sources,
)
from porter.fixers.build_files._cmake_values import values
from porter.fixers.build_files._included import DEVICE_HEADERS, includes
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.cmake_flow import REFERENCE
from porter.source.build_files.globs import matching
from porter.source.text.copies import Piece, composed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD32", "cmake-thrust-units", languages=(Language.CMAKE,))

_PROPERTIES = b"set_source_files_properties"
#: Those of CMake's old module for CUDA give their C++ sources to the C++ compiler, too.
_OF_FINDCUDA = frozenset({b"cuda_add_executable", b"cuda_add_library"})
_TARGETS = TARGETS | _OF_FINDCUDA

#: Sources of a kind that are looked into where nothing says which are meant, and their names.
_MOST = 1000
_PLAIN = re.compile(r"[\w.+/-]++")

EXAMPLES = (
    Example(
        """
        project(sums LANGUAGES CXX CUDA)
        add_executable(sums main.cpp kernels.cu)
        """,
        path="CMakeLists.txt",
        title="sources that include neither",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the property in front of the target that a source is named for first."""
    found = changeable(file)
    is_conditional = not any(_compiles_for_devices(command) for command in found)
    if not any(command.name in _TARGETS for command in found):
        return
    if is_conditional and not is_enabled_around(file):
        return
    done = {word for one in found if one.name == _PROPERTIES for word in one.words}
    folders = include_folders(file, found)
    for command in found:
        if command.name not in _TARGETS or NO_SOURCES.intersection(command.words):
            continue
        break_ = file.newline + indent(file.data, command.start)
        for argument in command.arguments[1:]:
            named = [
                source
                for source in _sources(file, argument)
                if source not in done and _needs_hip(file, source, folders)
            ]
            if _is_unknown(file, argument):
                named = [one for one in _below(file, folders) if one not in done]
            done.update(named)
            if not named:
                continue
            span = argument.text_start, argument.text_end
            listed = span if b"$" not in argument.text else b" ".join(named)
            pieces = _property(listed, break_, is_conditional=is_conditional)
            text, copies = composed(file.data, pieces)
            yield rule.insert(command.start, text, copies=copies)


def _sources(file: SourceFile, argument: Argument) -> Iterator[bytes]:
    """Yield the C++ sources that an argument names, as its script calls them."""
    suffixes = HOST_SUFFIXES[1:]
    if b"$" not in argument.text:
        if argument.text.endswith(tuple(map(str.encode, suffixes))):
            yield argument.text
        return
    here = posixpath.dirname(file.path) or "."
    for path in dict.fromkeys(host_sources(file, {argument.text: argument})):
        if path.endswith(suffixes) and "*" not in path:
            yield os.fsencode(posixpath.relpath(path, here))


def _is_unknown(file: SourceFile, argument: Argument) -> bool:
    """Tell whether an argument is a variable of which no script says what it holds."""
    if REFERENCE.fullmatch(argument.text) is None:
        return False
    words = list(values(file).words(argument.text))
    return not words or argument.text in words


def _below(file: SourceFile, folders: Sequence[str]) -> Iterator[bytes]:
    """Yield the C++ sources below a script's folder that include Thrust or CUB.

    CMake knows the property of each that a variable may name, and of no other target's.
    """
    if (root := file.depend_on_tree()) is None:
        return
    here = root / posixpath.dirname(file.path)
    for suffix in HOST_SUFFIXES[1:]:
        for path in matching(root, here, f"*{suffix}", recursive=True)[:_MOST]:
            one = path.relative_to(here).as_posix()
            if _PLAIN.fullmatch(one) and _needs_hip(file, os.fsencode(one), folders):
                yield os.fsencode(one)


def _needs_hip(file: SourceFile, source: bytes, folders: Sequence[str]) -> bool:
    """Tell whether a source of a script includes what HIP's compiler alone reads."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file.path), os.fsdecode(source)))
    return includes(file, [path], folders, DEVICE_HEADERS)


def _property(listed: Piece, break_: bytes, *, is_conditional: bool) -> tuple[Piece, ...]:
    """Return the command; where another script enables the language, it may not have run."""
    pieces: tuple[Piece, ...] = (_PROPERTIES + b"(", listed, b" PROPERTIES LANGUAGE HIP)", break_)
    if not is_conditional:
        return pieces
    return (b"if(CMAKE_HIP_COMPILER)", break_, b"  ", *pieces, b"endif()", break_)


def _compiles_for_devices(command: Command) -> bool:
    """Tell whether a command has CMake compile for devices."""
    return (
        enables(command)
        or command.name in _OF_FINDCUDA
        or (command.name in _TARGETS and any(word.endswith(b".cu") for word in command.words))
    )
