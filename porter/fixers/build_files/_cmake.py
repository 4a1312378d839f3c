"""What the rules for CMake share: the commands they may change, and how text leaves a command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from porter.fixers.build_files._left_out import is_left_out
from porter.source import SourceFile
from porter.source.build_files.branches import cmake_chains, one_sided
from porter.source.build_files.cmake import Argument, CMakeSyntaxError, Command, commands
from porter.source.text.spans import holds, merged

#: Commands that say something about the project to people; their words are no build's.
_PROSE = frozenset({b"message"})


def is_cmake(data: bytes) -> bool:
    """Tell whether the file parses."""
    try:
        commands(data)
    except CMakeSyntaxError:
        return False
    return True


def changeable(file: SourceFile) -> tuple[Command, ...]:
    """Return the commands outside branches for one side, of targets that the port has.

    There are none of a file that does not parse.
    """
    found = _changeable(file.data)
    if not file.left_out_targets:
        return found
    return tuple(one for one in found if not is_left_out(one, file.left_out_targets))


def messages(file: SourceFile) -> tuple[Command, ...]:
    """Return the messages outside branches for one side; only variables in them may change."""
    return tuple(one for one in _by_side(file.data)[0] if one.name in _PROSE)


def sided(file: SourceFile) -> tuple[Command, ...]:
    """Return the commands in branches for one side."""
    return _by_side(file.data)[1]


def _changeable(data: bytes) -> tuple[Command, ...]:
    return tuple(one for one in _by_side(data)[0] if one.name not in _PROSE)


@lru_cache(maxsize=8)
def _by_side(data: bytes) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
    if not is_cmake(data):
        return (), ()
    found = commands(data)
    spans = merged(one_sided(cmake_chains(found, data)))
    inside = {one for one in found if holds(spans, one.start)}
    return (
        tuple(one for one in found if one not in inside),
        tuple(one for one in found if one in inside),
    )


def is_cuda_package(command: Command) -> bool:
    """Tell whether the command finds CUDA: FindCUDA, or FindCUDAToolkit."""
    return command.name == b"find_package" and _names_cuda(command)


def is_cuda_dependency(command: Command) -> bool:
    """Tell whether the command finds CUDA for those who find the project."""
    return command.name == b"find_dependency" and _names_cuda(command)


def _names_cuda(command: Command) -> bool:
    return command.words[:1] in ([b"CUDA"], [b"CUDAToolkit"])


def words(command: Command, names: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and name for each of `names` in the arguments: bare, or as `${NAME}`."""
    pattern = _pattern(frozenset(names))
    for argument in command.arguments:
        for match in pattern.finditer(argument.text):
            at = argument.text_start + match.start()
            yield at, at + len(match.group()), match.group().decode()


@lru_cache(maxsize=32)
def _pattern(names: frozenset[str]) -> re.Pattern[bytes]:
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])".encode())


def without(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span to take out so that no blanks are left where `data[start:end]` was.

    A line that holds nothing else goes with its line end; one `;` of a list goes, too.
    """
    line = start
    while line > 0 and data[line - 1] in b" \t":
        line -= 1
    after = end
    while after < len(data) and data[after] in b" \t\r":
        after += 1
    begins_line = line == 0 or data[line - 1] == 0x0A
    if begins_line and data[after : after + 1] == b"\n":
        return line, after + 1
    if data[start - 1 : start] == b";":
        return start - 1, end
    if data[end : end + 1] == b";":
        return start, end + 1
    if line < start and not begins_line:
        return line, end
    return start, after if data[after : after + 1] not in (b"\n", b"") else end


def without_argument(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span of `without`, with the quotes that hold nothing else."""
    if data[start - 1 : start] == b'"' and data[end : end + 1] == b'"':
        start, end = start - 1, end + 1
    return without(data, start, end)


def indent(data: bytes, offset: int) -> bytes:
    """Return the blanks before the first word of the line of `offset`."""
    line = data.rfind(b"\n", 0, offset) + 1
    match = re.compile(rb"[ \t]*").match(data, line)
    return match.group() if match else b""


def texts(arguments: Iterable[Argument]) -> list[str]:
    """Return what the arguments say."""
    return [argument.text.decode("utf-8", "replace") for argument in arguments]
