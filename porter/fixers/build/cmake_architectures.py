"""Name AMD's architectures where NVIDIA's were named.

## What it does
Numbers given to `CMAKE_CUDA_ARCHITECTURES` or the property `CUDA_ARCHITECTURES`, and to variables
that are handed to them, become `gfx90a gfx942 gfx1100`; `all` and `all-major` do, too. What a
project appends for newer NVIDIA GPUs goes.

## Why
The numbers are compute capabilities: no AMD GPU has one.

## What it leaves alone
`native`, and variables that the user gives. `OFF`, by which flags of nvcc's name the
architectures: without any, clang takes one of its own choice. Which GPUs a port is for is the
user's to say, so each change is reported.

## References
CMake's manual: CMAKE_CUDA_ARCHITECTURES, CMAKE_HIP_ARCHITECTURES.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.build.cmake_table import cmake_table
from porter.fixers import Context, Example, Fixer
from porter.fixers.build._cmake import changeable, without
from porter.project.languages import Language
from porter.source import Severity, SourceFile
from porter.source.cmake import Argument, Command, Form
from porter.source.edits import Yield

fixer = Fixer("B07", "cmake-architectures", languages=(Language.CMAKE,))

_NAME = re.compile(rb"(?:CMAKE_)?(?:CUDA|HIP)_ARCHITECTURES")
_NUMBER = re.compile(rb"\d{2,3}[af]?(?:-real|-virtual)?|\d+\.\d+[af]?(?:\+PTX)?|all|all-major")
_VARIABLE = re.compile(rb"\$\{(\w+)\}")
_SETTERS = frozenset({b"set", b"list", b"set_property", b"set_target_properties"})

EXAMPLES = (
    Example(
        "set(CMAKE_CUDA_ARCHITECTURES 70 80 90)\n",
        "set(CMAKE_CUDA_ARCHITECTURES gfx90a gfx942 gfx1100)\n",
        findings=("note",),
        path="CMakeLists.txt",
        title="a list",
    ),
    Example(
        'set(ARCHS "70;80")\nif(NEW)\n  list(APPEND ARCHS 90)\nendif()\n'
        'set_target_properties(k PROPERTIES CUDA_ARCHITECTURES "${ARCHS}" FOLDER 80)\n',
        'set(ARCHS "gfx90a;gfx942;gfx1100")\nif(NEW)\n  list(APPEND ARCHS)\nendif()\n'
        'set_target_properties(k PROPERTIES CUDA_ARCHITECTURES "${ARCHS}" FOLDER 80)\n',
        findings=("note", "note"),
        path="CMakeLists.txt",
        title="through a variable",
    ),
    Example(
        "set(CMAKE_CUDA_ARCHITECTURES native)\nset(LEVELS 70 80)\n",
        path="CMakeLists.txt",
        title="the machine's own; other numbers",
    ),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield AMD's architectures and a note for each."""
    found = [command for command in changeable(file) if command.name in _SETTERS]
    names = _variables(found)
    for command in found:
        values = [span for argument in _values(command, names) for span in _numbers(argument)]
        if not values:
            continue
        start, end = values[0]
        appended = command.name == b"list"
        yield fixer.finding(
            Severity.NOTE,
            start,
            values[-1][1],
            "compute capabilities of NVIDIA's",
            "name the GPUs of the port: -DCMAKE_HIP_ARCHITECTURES=…",
        )
        quoted = file.data[start - 1 : start] in (b'"', b";") or file.data[end : end + 1] == b";"
        if appended:
            yield fixer.replace(*without(file.data, start, values[-1][1]), b"")
        else:
            joint = ";" if quoted else " "
            text = joint.join(cmake_table().architectures).encode()
            yield fixer.replace(start, values[-1][1], text)


def _variables(found: Sequence[Command]) -> frozenset[bytes]:
    """Return the variables whose values are architectures."""
    names: set[bytes] = set()
    for command in found:
        for argument in _values(command, frozenset()):
            names.update(_VARIABLE.findall(argument.text))
    return frozenset(names)


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
    if argument.form is Form.BRACKET:
        return
    for match in re.finditer(rb"[^;\s]+", argument.text):
        if _NUMBER.fullmatch(match.group()):
            yield argument.text_start + match.start(), argument.text_start + match.end()
