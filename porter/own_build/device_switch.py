"""Device code that a project leaves out unless it is told: CMake's switch that brings it in.

`option(ENABLE_CUDA "…" OFF)` or `set(BACKEND cpu CACHE STRING …)`: the build ends well, and nothing
in it is compiled for a GPU. A `setup.py` that asks a variable or a word of the command line for its
extensions installs Python alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.files.regular import read_regular
from porter.own_build.systems import System, Target
from porter.project.discover import discover
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands
from porter.source.build_files.cmake_conditions import CHOSEN

_DEVICE_SUFFIXES = (".cu", ".hip")
#: What CMake's Makefiles say of a target with device code: of the language, a compiler, FindCUDA.
_COMPILES = re.compile(rb"# compile (?:HIP|CUDA) with |\b(?:hipcc|nvcc)\b|_generated_\w")
_MAKEFILES = frozenset({"flags.make", "build.make"})
#: Not `NO_CUDA`, and not what chooses more than that: `ENABLE_CUDA_AWARE_MPI`.
_SWITCH = re.compile(
    rb"(?i)(?:(?!(?:NO|NOT|DISABLE|WITHOUT|SKIP)_)[A-Z0-9]++_)*+"
    rb"(?:USE|WITH|ENABLE|BUILD|HAVE)?+(?:CUDA|GPUS?+|HIP|ROCM)(?:_(?:SUPPORT|BACKEND|BUILD))*+"
)
_VALUES = (b"cuda", b"gpu")
_CONDITIONS = frozenset({b"if", b"elseif"})
_OFF = frozenset({b"OFF", b"NO", b"FALSE", b"N", b"0", b""})


def leaves_out_device_code(target: Target, out: Path) -> bool:
    """Tell whether a build compiled nothing for a GPU, of a folder that holds sources for one.

    Args:
        target: what was built.
        out: CMake's folder, with its Makefiles, or what Python's was installed in.
    """
    if not out.is_dir():
        return False
    if target.system is System.CMAKE:
        is_compiled = any(_COMPILES.search(data) for data in _makefiles(out))
    else:
        is_compiled = target.system is not System.PYTHON or _holds_libraries(out)
    if is_compiled:
        return False
    project = discover(target.folder)
    return any(
        one.path.endswith(_DEVICE_SUFFIXES) and not project.is_vendored(one.path)
        for one in project.entries
    )


def _makefiles(out: Path) -> Iterator[bytes]:
    for folder, _, names in os.walk(out):
        for name in sorted(_MAKEFILES.intersection(names)):
            yield read_regular(Path(folder) / name)


def _holds_libraries(out: Path) -> bool:
    """Tell whether anything that was installed is no Python."""
    return any(name.endswith((".so", ".a")) for _, _, names in os.walk(out) for name in names)


def device_switch(target: Target) -> tuple[str, ...]:
    """Return the setting that has a project's build compile device code; none where none is seen.

    Args:
        target: a project; a CMake project's own `CMakeLists.txt` is read.
    """
    if target.system is not System.CMAKE:
        return ()
    try:
        found = commands(read_regular(target.folder / "CMakeLists.txt"))
    except (OSError, CMakeSyntaxError):
        return ()
    asked = {word for one in found if one.name in _CONDITIONS for word in _words(one)}
    options = [one for one in map(_switched_off, found) if one in asked]
    if options:  # the one with the fewest words: of `USE_CUDA` and `MPI_CUDA_SUPPORT`
        return (min(options, key=lambda one: one.count(b"_")).decode() + "=ON",)
    values = _values(found)
    wanted = [one for value in _VALUES for one in values if one[1].lower() == value]
    return tuple(f"{name.decode()}={value.decode()}" for name, value in wanted[:1])


def _words(command: Command) -> Iterator[bytes]:
    for argument in command.arguments:
        if (match := CHOSEN.fullmatch(argument.text)) is not None:
            yield match[1]


def _switched_off(command: Command) -> bytes:
    """Return the name of an option for GPUs that is off by default, "" of other commands."""
    given = [argument.text for argument in command.arguments]
    if command.name == b"option" and given:
        default = given[2] if len(given) > 2 else b""
    elif command.name == b"set" and given[2:4] == [b"CACHE", b"BOOL"]:
        default = given[1]
    else:
        return b""
    is_off = _SWITCH.fullmatch(given[0]) is not None and default.upper() in _OFF
    return given[0] if is_off else b""


def _values(found: Sequence[Command]) -> list[tuple[bytes, bytes]]:
    """Return the variables that a user chooses, each with a value that it is compared with."""
    chosen = {
        one.arguments[0].text
        for one in found
        if one.name == b"set" and b"CACHE" in [word.text for word in one.arguments]
    }
    compared = []
    for one in found:
        if one.name not in _CONDITIONS:
            continue
        given = [argument.text for argument in one.arguments]
        for name, sign, value in zip(given, given[1:], given[2:], strict=False):
            match = CHOSEN.fullmatch(name)
            if sign == b"STREQUAL" and match is not None and match[1] in chosen:
                compared.append((match[1], value.strip(b'"')))
    return compared
