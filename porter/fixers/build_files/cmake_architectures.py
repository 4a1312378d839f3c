"""Name AMD's architectures where NVIDIA's were named.

## What it does
Numbers given to `CMAKE_CUDA_ARCHITECTURES`, and to variables that are handed to it, become
`gfx90a gfx942 gfx1100`; `all` and `all-major` do, too. The variable becomes one of the cache, which
`-DCMAKE_HIP_ARCHITECTURES=…` decides; the property `CUDA_ARCHITECTURES` takes its value, also in
place of `native`, which CMake takes for HIP where nothing is said. What a project appends for
newer NVIDIA GPUs goes.

## Why
The numbers are compute capabilities: no AMD GPU has one. A plain `set` would override what the
user says.

## What it leaves alone
Commands in an `if` that asks whether the variable is set; values that come from another file. A
variable that a condition compares as a number (`GREATER ${LATEST}`) keeps it, and is reported.
`OFF`, by which flags of nvcc's name the architectures: without any, clang takes one of its own
choice. Which GPUs a port is for is the user's to say, so each change of numbers is reported.

## References
CMake's manual: CMAKE_CUDA_ARCHITECTURES, CMAKE_HIP_ARCHITECTURES, `set`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, without
from porter.source import SourceFile
from porter.source.build_files.branches import cmake_chains
from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span, holds, merged
from porter.tables.cmake import cmake_table

rule = Rule("BLD07", "cmake-architectures", languages=(Language.CMAKE,))

_NAME = re.compile(rb"(?:CMAKE_)?(?:CUDA|HIP)_ARCHITECTURES")
_NUMBER = re.compile(rb"\d{2,3}[af]?(?:-real|-virtual)?|\d+\.\d+[af]?(?:\+PTX)?|all|all-major")
#: What stands between two numbers of a list, in the same quotes or in quotes of their own.
_BETWEEN = re.compile(rb'[\s;]++|"\s++"')
_VARIABLE = re.compile(rb"\$\{(\w+)\}")
#: What stands left and right of a comparison of numbers.
_BY_ORDER = re.compile(rb"(?<!\w)(\w++)\}?\"?[ \t]++(?:LESS|GREATER)(?:_EQUAL)?[ \t]\W*+(\w++)")
_OF_TARGETS = frozenset({b"set_property", b"set_target_properties"})
_SETTERS = frozenset({b"set", b"list"}) | _OF_TARGETS

_CACHED = b' CACHE STRING "GPUs to build for"'
_NATIVE = b"native"
_CHOSEN = b'"${CMAKE_HIP_ARCHITECTURES}"'

EXAMPLES = (
    Example(
        "set(CMAKE_CUDA_ARCHITECTURES 70 80 90)\n",
        'set(CMAKE_CUDA_ARCHITECTURES gfx90a gfx942 gfx1100 CACHE STRING "GPUs to build for")\n',
        findings=("note",),
        path="CMakeLists.txt",
        title="a list",
    ),
    Example(
        """
        set(ARCHS "70;80")
        if(NEW)
          list(APPEND ARCHS 90)
        endif()
        set(CMAKE_CUDA_ARCHITECTURES ${ARCHS})
        """,
        """
        set(ARCHS "gfx90a;gfx942;gfx1100")
        if(NEW)
          list(APPEND ARCHS)
        endif()
        set(CMAKE_CUDA_ARCHITECTURES ${ARCHS} CACHE STRING "GPUs to build for")
        """,
        findings=("note", "note"),
        path="CMakeLists.txt",
        title="through a variable",
    ),
    Example(
        'set(CMAKE_CUDA_ARCHITECTURES "70" ${MORE} 80 "90")\n',
        'set(CMAKE_CUDA_ARCHITECTURES "gfx90a;gfx942;gfx1100" ${MORE}'
        ' CACHE STRING "GPUs to build for")\n',
        findings=("note",),
        path="CMakeLists.txt",
        title="what stands between the numbers stays",
    ),
    Example(
        """
        set(LEVEL 86)
        set_target_properties(k PROPERTIES CUDA_ARCHITECTURES ${LEVEL} FOLDER 80)
        """,
        "set(LEVEL 86)\nset_target_properties(k PROPERTIES CUDA_ARCHITECTURES"
        ' "${CMAKE_HIP_ARCHITECTURES}" FOLDER 80)\n',
        findings=("note",),
        path="CMakeLists.txt",
        title="a property",
    ),
    Example(
        """
        set(LATEST 90)
        if(CHOSEN GREATER ${LATEST})
          list(APPEND CMAKE_CUDA_ARCHITECTURES ${LATEST})
        endif()
        """,
        findings=("warning",),
        path="CMakeLists.txt",
        title="a number that is compared is one still",
    ),
    Example(
        """
        if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
          set(CMAKE_CUDA_ARCHITECTURES 70)
        endif()
        """,
        """
        if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
          set(CMAKE_CUDA_ARCHITECTURES gfx90a gfx942 gfx1100)
        endif()
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="a default that leaves it to the user already",
    ),
    Example(
        "set_target_properties(k PROPERTIES CUDA_ARCHITECTURES native)\n",
        'set_target_properties(k PROPERTIES CUDA_ARCHITECTURES "${CMAKE_HIP_ARCHITECTURES}")\n',
        path="CMakeLists.txt",
        title="a property that would override the user",
    ),
    Example(
        "set(CMAKE_CUDA_ARCHITECTURES native)\n",
        'set(CMAKE_CUDA_ARCHITECTURES native CACHE STRING "GPUs to build for")\n',
        path="CMakeLists.txt",
        title="the machine's own",
    ),
    Example("set(LEVELS 70 80)\n", path="CMakeLists.txt", title="other numbers"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield AMD's architectures and a note for each."""
    found = [command for command in changeable(file) if command.name in _SETTERS]
    given = _variables(found)
    names = frozenset(given) - _compared(file)
    for name in sorted(given.keys() - names):
        message = f"{name.decode()} is compared as a number, and is given as an architecture here"
        yield rule.warning(given[name], message, hint="give one of the port's")
    asked = _asked(file)
    set_here = frozenset(_set_to_numbers(found))
    for command in found:
        if command.name in _OF_TARGETS:
            yield from _property(command, set_here)
            continue
        values = [span for argument in _values(command, names) for span in _numbers(argument)]
        if values:
            yield _note(values[0][0], values[-1][1])
            yield from _numbers_changed(file.data, values, is_added=command.name == b"list")
        if command.name != b"set" or holds(asked, command.start):
            continue
        is_native = any(one.text == _NATIVE for one in command.arguments[1:])
        if values or is_native or names.intersection(_held(command.arguments[1:])):
            yield from _cached(file, command)


def _numbers_changed(
    data: bytes, values: Sequence[Span], *, is_added: bool
) -> Iterator[RuleOutput]:
    """Yield AMD's architectures in place of the first numbers, and take out further ones."""
    for at, (start, end) in enumerate(_runs(data, values)):
        if at == 0 and not is_added:
            is_quoted = data[start - 1 : start] in (b'"', b";")
            is_listed = is_quoted or data[values[0][1] : values[0][1] + 1] == b";"
            joint = ";" if is_listed else " "
            text = joint.join(cmake_table().architectures).encode()
            yield rule.replace((start, end), text)
            continue
        if data[start - 1 : start] == b'"' and data[end : end + 1] == b'"':
            start, end = start - 1, end + 1
        yield rule.replace(without(data, start, end), b"")


def _runs(data: bytes, values: Sequence[Span]) -> Iterator[Span]:
    """Yield numbers that nothing but blanks, separators and whole quotes part as one."""
    start, end = values[0]
    for number in values[1:]:
        if not _BETWEEN.fullmatch(data, end, number[0]):
            yield start, end
            start = number[0]
        end = number[1]
    yield start, end


def _note(start: int, end: int) -> RuleOutput:
    return rule.note(
        (start, end),
        "compute capabilities of NVIDIA's",
        hint="name the GPUs of the port: -DCMAKE_HIP_ARCHITECTURES=…",
    )


def _cached(file: SourceFile, command: Command) -> Iterator[RuleOutput]:
    """Leave the variable to the user."""
    if not command.arguments or not _NAME.fullmatch(command.words[0]):
        return
    if b"CACHE" not in command.words and b"PARENT_SCOPE" not in command.words:
        yield rule.insert(command.arguments[-1].end, _CACHED)
    for argument in command.arguments:
        if argument.text == b"FORCE":
            yield rule.replace(without(file.data, argument.start, argument.end), b"")


def _property(command: Command, set_here: frozenset[bytes]) -> Iterator[RuleOutput]:
    """Give a target the architectures that the user chose."""
    arguments = list(_values(command, frozenset()))
    if not arguments:
        return
    numbers = any(True for argument in arguments for _ in _numbers(argument))
    if numbers or set_here.intersection(_held(arguments)):
        yield _note(arguments[0].start, arguments[-1].end)
        yield rule.replace((arguments[0].start, arguments[-1].end), _CHOSEN)
    elif [one.text for one in arguments] == [_NATIVE]:
        yield rule.replace((arguments[0].start, arguments[0].end), _CHOSEN)


def _set_to_numbers(found: Sequence[Command]) -> Iterator[bytes]:
    """Yield the variables that are set to architectures of NVIDIA's."""
    for one in found:
        if one.name == b"set" and one.arguments:
            for value in one.arguments[1:]:
                if any(True for _ in _numbers(value)):
                    yield one.words[0]


def _held(arguments: Sequence[Argument]) -> Iterator[bytes]:
    for argument in arguments:
        yield from _VARIABLE.findall(argument.text)


def _asked(file: SourceFile) -> tuple[Span, ...]:
    """Return the branches whose condition asks for the architectures."""
    chains = cmake_chains(changeable(file), file.data)
    return merged(
        (branch.start, branch.end)
        for chain in chains
        if any(_NAME.search(one.condition) for one in chain.branches)
        for branch in chain.branches
    )


def _variables(found: Sequence[Command]) -> dict[bytes, Span]:
    """Return the variables whose values are architectures, and where each is given first."""
    names: dict[bytes, Span] = {}
    for command in found:
        for argument in _values(command, frozenset()) if command.name not in _OF_TARGETS else ():
            for name in _VARIABLE.findall(argument.text):
                names.setdefault(name, (argument.start, argument.end))
    return names


def _compared(file: SourceFile) -> frozenset[bytes]:
    """Return the variables that conditions compare as numbers."""
    branches = (
        one for chain in cmake_chains(changeable(file), file.data) for one in chain.branches
    )
    return frozenset(
        word for one in branches for pair in _BY_ORDER.findall(one.condition) for word in pair
    )


def _values(command: Command, names: frozenset[bytes]) -> Iterator[Argument]:
    """Yield the arguments that are architectures."""
    arguments = list(command.arguments)
    if command.name == b"list":
        arguments = arguments[1:] if command.words[:1] == [b"APPEND"] else []
    if command.name in (b"set", b"list"):
        name = arguments[0].text if arguments else b""
        if name in names or _NAME.fullmatch(name):
            for argument in arguments[1:]:
                if argument.text in (b"CACHE", b"PARENT_SCOPE"):
                    return
                yield argument
        return
    is_property = command.name == b"set_property"
    for at, argument in enumerate(arguments):
        if _NAME.fullmatch(argument.text):
            yield from arguments[at + 1 :] if is_property else arguments[at + 1 : at + 2]


def _numbers(argument: Argument) -> Iterator[tuple[int, int]]:
    if argument.form is Form.BRACKET or (argument.form is Form.UNQUOTED and b'"' in argument.text):
        return
    for match in re.finditer(rb"[^;\s]+", argument.text):
        if _NUMBER.fullmatch(match.group()):
            yield argument.text_start + match.start(), argument.text_start + match.end()
