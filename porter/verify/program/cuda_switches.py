"""What turns CUDA on in a build that is made without it by default.

A project that also runs on the host alone has a variable for it, as `make USE_CUDA=1` or
`cmake -DWITH_CUDA=ON`: its documents say which, or its build file has it with a value of "off".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.own_build.systems import System
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.scripts.documents import texts_of
from porter.source.scripts.shell_commands import SimpleCommand
from porter.source.scripts.shell_lines import shell_lines
from porter.verify.program.written_commands import Kind, commands_of

_MOST = 3
_ABOUT_CUDA = re.compile(r"(?<![^\W_])(?:CUDA|GPU|NVCC)(?![^\W_])", re.IGNORECASE)
#: A name of CUDA itself and no part of it, as USE_CUDA_GRAPHS is.
_IS_CUDA = re.compile(
    r"(?<![^\W_])(?:CUDA|GPU|NVCC)(?:_(?:SUPPORT|BACKEND|ENABLED?|BUILD))?$", re.IGNORECASE
)
_ON = re.compile(r"1|ON|TRUE|YES|Y", re.IGNORECASE)
_CHOSEN = re.compile(r"CUDA|GPU|NVCC|NVIDIA", re.IGNORECASE)
#: `option(NAME "what it is")` is off, as with OFF behind it.
_OPTION = re.compile(
    r"^[ \t]*+option[ \t]*+\([ \t]*+(\w++)[ \t]++\"[^\"\n]*+\"[ \t]*+"
    r"(?:(?:OFF|NO|FALSE|0)[ \t]*+)?\)",
    re.IGNORECASE | re.MULTILINE,
)
_ASSIGNED = re.compile(
    r"^(\w++)[ \t]*+[:?]?=[ \t]*+(0|no|n|off|false)?[ \t]*+(?:#.*)?$", re.IGNORECASE | re.MULTILINE
)
#: What is off is turned on by a word of the same kind.
_OPPOSITE = {"no": "yes", "n": "y", "off": "on", "false": "true"}


class Switch(NamedTuple):
    """Variables of a build that turn CUDA on.

    Attributes:
        variables: `NAME=VALUE`, for make's command line or CMake's cache.
        origin: where that is written.
    """

    variables: tuple[str, ...]
    origin: str

    def __str__(self) -> str:
        return f"{' '.join(self.variables)} ({self.origin})"


def cuda_switches(root: Path, folder: str, system: System) -> tuple[Switch, ...]:
    """Return what may turn CUDA on, as documents say first.

    Args:
        root: the tree.
        folder: the folder whose build file is used, relative to it.
        system: what reads that file.
    """
    found: dict[tuple[str, ...], Switch] = {}
    for one in (*_written(root, folder, system), *_of_build_file(root / folder, system)):
        found.setdefault(one.variables, one)
    return tuple(found.values())[:_MOST]


def _written(root: Path, folder: str, system: System) -> Iterator[Switch]:
    """Yield what the commands of documents set, those that set the fewest variables first."""
    found = []
    for path, text, is_prose in texts_of(root, {folder, "."}, with_sources=False):
        kind = Kind.PROSE if is_prose else Kind.SCRIPT
        for line in shell_lines(text):
            for command in commands_of(line, kind):
                variables = tuple(_turned_on(command, system))
                if variables:
                    found.append(Switch(variables, path))
    yield from sorted(found, key=lambda one: len(one.variables))


def _turned_on(command: SimpleCommand, system: System) -> Iterator[str]:
    """Yield the variables about CUDA that a command of the build system turns on."""
    if command.words[0] != system.value:
        return
    start = "-D" if system is System.CMAKE else ""
    words = (one.removeprefix(start) for one in command.words[1:] if one.startswith(start))
    pairs = (one.partition("=")[::2] for one in words)
    given = [(name.partition(":")[0], value) for name, value in pairs]
    for name, value in (*command.variables, *given):
        if not name.isidentifier() or name.startswith("CMAKE_"):  # a compiler, or flags for it
            continue
        if (_ABOUT_CUDA.search(name) and _ON.fullmatch(value)) or _CHOSEN.fullmatch(value):
            yield f"{name}={value}"


def _of_build_file(folder: Path, system: System) -> Iterator[Switch]:
    """Yield the variables called by CUDA's name that a build file has with a value of "off"."""
    names = MAKEFILE_NAMES if system is System.MAKE else ("CMakeLists.txt",)
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        return
    text = read_regular(path, LARGEST_SETTINGS).decode("utf-8", "replace")
    if system is System.CMAKE:
        options = (name for name in _OPTION.findall(text) if _IS_CUDA.search(name))
        variables = [f"{name}=ON" for name in options]
    else:
        assigned = ((one[1], one[2] or "") for one in _ASSIGNED.finditer(text))
        variables = [f"{name}={_OPPOSITE.get(value.lower(), '1')}"
                     for name, value in assigned if _IS_CUDA.search(name)]  # fmt: skip
    if variables:
        yield Switch(tuple(dict.fromkeys(variables)), path.name)
