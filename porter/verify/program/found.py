"""A program that nobody named in porter.toml: found among what a project's own build makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from porter.own_build.systems import System
from porter.project.settings.program_cases import ProgramCase
from porter.verify.program.shell_commands import Input
from porter.verify.program.standard_input import Reads


class Command(NamedTuple):
    """Arguments that somebody wrote down for a program.

    Attributes:
        folder: where the program is run, relative to the tree.
        args: its arguments.
        origin: where that is written, "cuda/nw/run"; empty when nothing is known.
        input: what is on its standard input.
    """

    folder: str
    args: tuple[str, ...]
    origin: str = ""
    input: Input = Input()


@dataclass(frozen=True, slots=True)
class FoundProgram(ProgramCase):
    """A program, built by the project's own build system or from one source.

    `run` is the executable, relative to the tree, or `source` its only source.

    Attributes:
        folder: the folder whose build file makes it, relative to the tree; "." is the tree's.
        system: what reads that file; None for a program of one source.
        place: the folder that it runs in, relative to the tree.
        origin: where its arguments are written; empty when none are known.
        candidates: all that is known about how it is run, the best first.
        reads: what it reads from standard input.
        unusable: why there is nothing to run; empty when there is.
        notes: what a reader should know beside about how it was found.
    """

    folder: str = "."
    system: System | None = None
    place: str = "."
    origin: str = ""
    candidates: tuple[Command, ...] = ()
    reads: Reads = Reads.NOTHING
    unusable: str = ""
    notes: tuple[str, ...] = ()

    def called(self, command: Command) -> FoundProgram:
        """Return the program as it is run by a command."""
        place, args, origin, given = command
        return replace(self, place=place, args=args, origin=origin, input=given.text)
