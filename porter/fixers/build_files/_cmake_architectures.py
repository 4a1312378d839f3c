"""Flags that a CMake script makes of its architectures, one for each, in a loop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers.build_files._cmake import changeable
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.cmake_flow import REFERENCE

_LISTS = frozenset({b"CMAKE_CUDA_ARCHITECTURES", b"CMAKE_HIP_ARCHITECTURES"})
_NAMES = re.compile(rb"-(?:gencode|-generate-code|arch|-gpu-architecture|-offload-arch)\b")


def looped_flag(file: SourceFile, command: Command) -> str:
    """Return clang's flag for an architecture of a loop that `command` takes; empty without."""
    for name in _loop_variables(changeable(file)):
        if any(b"${%b}" % name in argument.text for argument in command.arguments):
            return f"--offload-arch=${{{name.decode()}}}"
    return ""


def names_architectures(file: SourceFile, arguments: Sequence[Argument]) -> bool:
    """Tell whether arguments hold flags of such a loop."""
    found = changeable(file)
    held = {name for argument in arguments for name in REFERENCE.findall(argument.text)}
    return any(
        held.intersection(command.words[:2])
        and looped_flag(file, command)
        and any(_NAMES.search(word) for word in command.words)
        for command in found
        if command.name in (b"list", b"set", b"string")
    )


def _loop_variables(found: Sequence[Command]) -> Iterator[bytes]:
    for command in found:
        if command.name == b"foreach":
            for word in command.words[1:]:
                reference = REFERENCE.fullmatch(word)
                if (reference[1] if reference else word) in _LISTS:
                    yield command.words[0]
