"""Flags that a CMake script makes of its architectures, one for each, in a loop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.fixers.build_files._cmake import changeable
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.cmake_flow import REFERENCE

_LISTS = frozenset({b"CMAKE_CUDA_ARCHITECTURES", b"CMAKE_HIP_ARCHITECTURES"})
_NAMES = re.compile(rb"-(?:gencode|-generate-code|arch|-gpu-architecture|-offload-arch)\b")
_SETS = frozenset({b"list", b"set", b"string"})


class Loops(NamedTuple):
    """The loops over architectures in a script.

    Attributes:
        variables: what holds one architecture.
        flags: variables that get flags made of one.
    """

    variables: frozenset[bytes]
    flags: frozenset[bytes]

    def flag(self, command: Command) -> str:
        """Return clang's flag for an architecture that `command` takes; empty without."""
        name = next(_taken(command, self.variables), None)
        return f"--offload-arch=${{{name.decode()}}}" if name else ""

    def reach(self, arguments: Sequence[Argument]) -> bool:
        """Tell whether arguments hold such flags."""
        return any(
            not self.flags.isdisjoint(REFERENCE.findall(argument.text)) for argument in arguments
        )


_known: WeakKeyDictionary[SourceFile, Loops] = WeakKeyDictionary()


def loops(file: SourceFile) -> Loops:
    """Return the loops of a script."""
    known = _known.get(file)
    if known is None:
        found = changeable(file)
        variables = frozenset(_variables(found))
        flags = frozenset(
            name
            for command in found
            if command.name in _SETS
            and any(_NAMES.search(word) for word in command.words)
            and any(True for _ in _taken(command, variables))
            for name in command.words[:2]
        )
        known = _known[file] = Loops(variables, flags)
    return known


def _variables(found: Sequence[Command]) -> Iterator[bytes]:
    for command in found:
        if command.name == b"foreach":
            for word in command.words[1:]:
                reference = REFERENCE.fullmatch(word)
                if (reference[1] if reference else word) in _LISTS:
                    yield command.words[0]


def _taken(command: Command, variables: frozenset[bytes]) -> Iterator[bytes]:
    """Yield those of `variables` that a command takes."""
    for argument in command.arguments if variables else ():
        for name in REFERENCE.findall(argument.text):
            if name in variables:
                yield name
