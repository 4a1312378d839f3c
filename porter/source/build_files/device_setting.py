"""The switch of a CMake project that brings its device code in, where it is off by default.

`option(ENABLE_CUDA "…" OFF)` or `set(BACKEND cpu CACHE STRING …)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.source.build_files.cmake import Command
from porter.source.build_files.cmake_conditions import CHOSEN

#: Not `NO_CUDA`, and not what chooses more than that: `ENABLE_CUDA_AWARE_MPI`.
_SWITCH = re.compile(
    rb"(?i)(?:(?!(?:NO|NOT|DISABLE|WITHOUT|SKIP)_)[A-Z0-9]++_)*+"
    rb"(?:USE|WITH|ENABLE|BUILD|HAVE)?+(?:CUDA|GPUS?+|HIP|ROCM)(?:_(?:SUPPORT|BACKEND|BUILD))*+"
)
_VALUES = (b"cuda", b"gpu")
_CONDITIONS = frozenset({b"if", b"elseif"})
_OFF = frozenset({b"OFF", b"NO", b"FALSE", b"N", b"0", b""})


def device_setting(found: Sequence[Command]) -> tuple[str, str] | None:
    """Return the variable that has device code compiled, and its value; None where none is seen.

    Args:
        found: the commands of the project's own `CMakeLists.txt`.
    """
    asked = {word for one in found if one.name in _CONDITIONS for word in _words(one)}
    options = [one for one in map(_switched_off, found) if one in asked]
    if options:  # the one with the fewest words: of `USE_CUDA` and `MPI_CUDA_SUPPORT`
        return min(options, key=lambda one: one.count(b"_")).decode(), "ON"
    values = _values(found)
    wanted = [one for value in _VALUES for one in values if one[1].lower() == value]
    return (wanted[0][0].decode(), wanted[0][1].decode()) if wanted else None


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
