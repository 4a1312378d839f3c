"""A program that nobody named in porter.toml: found among what a project's own build makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from porter.own_build.systems import System
from porter.project.settings.program_cases import ProgramCase
from porter.source.scripts.shell_commands import Input, Variables
from porter.verify.program.standard_input import Reads


class Data(NamedTuple):
    """A file that a program reads.

    Attributes:
        path: where the program looks for it, relative to the tree.
        file: where it is.
    """

    path: str
    file: Path


class Command(NamedTuple):
    """Arguments that somebody wrote down for a program.

    Attributes:
        folder: where the program is run, relative to the tree.
        args: its arguments.
        origin: where that is written, "cuda/nw/run"; empty when nothing is known.
        input: what is on its standard input.
        environment: variables that are set in front of it.
        data: files that it names and that the tree has not.
    """

    folder: str
    args: tuple[str, ...]
    origin: str = ""
    input: Input = Input()
    environment: Variables = ()
    data: tuple[Data, ...] = ()

    def is_as(self, other: Command) -> bool:
        """Tell whether a program is given the same by another command, whoever wrote it.

        Args:
            other: that one.
        """
        given = other._replace(origin=self.origin)
        return self == (given if names_files(self.args) else given._replace(folder=self.folder))


def names_files(args: Sequence[str]) -> bool:
    """Tell whether arguments may be files, so that it matters where a program runs.

    Args:
        args: its arguments.
    """
    return any("/" in word or "." in word for word in args)


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
        settings: what its build is told, as `make USE_CUDA=1`.
        unusable: why there is nothing to run; empty when there is.
        notes: what a reader should know beside about how it was found.
        data: files of upstream's tree that it names and a port has not, since Git ignores them.
        devices: how many the executor has for it.
    """

    folder: str = "."
    system: System | None = None
    place: str = "."
    origin: str = ""
    candidates: tuple[Command, ...] = ()
    reads: Reads = Reads.NOTHING
    settings: tuple[str, ...] = ()
    unusable: str = ""
    notes: tuple[str, ...] = ()
    data: tuple[Data, ...] = ()
    devices: int = 1

    def called(self, command: Command) -> FoundProgram:
        """Return the program as it is run by a command."""
        return replace(
            self, place=command.folder, args=command.args, origin=command.origin,
            input=command.input.text, environment=command.environment,
            data=(*self.data, *(one for one in command.data if one not in self.data)),
        )  # fmt: skip
