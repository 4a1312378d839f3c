"""Where a CMake file says that device code is linked across files, and for which targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from porter.fixers.build_files._cmake import changeable
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.text.spans import Span

PROPERTY = b"CUDA_SEPARABLE_COMPILATION"
_VARIABLES = frozenset({PROPERTY, b"CMAKE_" + PROPERTY})
_VALUES = {
    **dict.fromkeys((b"ON", b"TRUE", b"YES", b"Y", b"1"), True),
    **dict.fromkeys((b"OFF", b"FALSE", b"NO", b"N", b"0"), False),
}
_OPEN, _CLOSE = (b"function", b"macro"), (b"endfunction", b"endmacro")


@dataclass(frozen=True, slots=True)
class DeviceLinking:
    """One place that says so.

    Attributes:
        command: that says it.
        start: offset of the property's or variable's name.
        end: offset behind its value.
        targets: where the targets are written; none for a whole directory.
        is_on: it is asked for, and not taken back.
        is_alone: the command says nothing else.
    """

    command: Command
    start: int
    end: int
    targets: tuple[Span, ...]
    is_on: bool
    is_alone: bool


def device_linking(file: SourceFile) -> Iterator[DeviceLinking]:
    """Yield each place whose value and targets are plain to see."""
    if PROPERTY not in file.data:
        return
    depth = 0
    found_commands = changeable(file)
    # Nothing is compiled for a library of headers: the property says nothing about its users.
    headers = {
        one.words[0]
        for one in found_commands
        if one.name == b"add_library" and one.words[1:2] == [b"INTERFACE"]
    }
    for command in found_commands:
        depth += (command.name in _OPEN) - (command.name in _CLOSE)
        found = _of(command, headers, in_function=depth > 0)
        if found is not None:
            yield found


def _of(command: Command, headers: set[bytes], *, in_function: bool) -> DeviceLinking | None:
    words = command.words
    targets: Sequence[Argument] = ()
    if command.name == b"set":
        # A variable that a function sets is its own, and options of a directory are not.
        if len(words) != 2 or words[0] not in _VARIABLES or in_function:
            return None
        at, count = 0, 1
    elif command.name == b"set_target_properties" and b"PROPERTIES" in words:
        stop = words.index(b"PROPERTIES")
        names = words[stop + 1 :: 2]
        if names.count(PROPERTY) != 1 or (len(words) - stop) % 2 == 0:
            return None
        targets, count, at = (
            command.arguments[:stop],
            len(names),
            stop + 1 + 2 * names.index(PROPERTY),
        )
    elif command.name == b"set_property" and words[:1] == [b"TARGET"] and b"PROPERTY" in words:
        stop = words.index(b"PROPERTY")
        if words[stop + 1 : -1] != [PROPERTY]:
            return None
        targets, count, at = command.arguments[1:stop], 1, stop + 1
    else:
        return None
    is_on = _VALUES.get(words[at + 1].upper())
    if is_on is None:
        return None
    start, end = command.arguments[at].start, command.arguments[at + 1].end
    compiled = [target for target in targets if target.text not in headers]
    is_on = is_on and (bool(compiled) or not targets)
    spans = tuple((target.start, target.end) for target in compiled)
    return DeviceLinking(command, start, end, spans, is_on, count == 1)
