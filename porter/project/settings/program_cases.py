"""`[[project.verify.programs]]`: programs to run on both sides."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import Any

from porter.errors import PorterError
from porter.files.paths import leads_inside
from porter.tables.kinds import INTEGER, LIST, NUMBER, SCALARS, TEXT, TEXT_BY_NAME, TEXTS
from porter.tables.toml import check

_WHERE = "[[project.verify.programs]]"
_KINDS = {
    **dict.fromkeys(("source", "build", "run", "input"), TEXT),
    **dict.fromkeys(("linked", "flags", "ignore", "arch"), TEXTS),
    **dict.fromkeys(("rtol", "atol"), NUMBER),
    "args": SCALARS,
    "files": LIST,
    "environment": TEXT_BY_NAME,
}
#: What a variable of the environment can be called.
_VARIABLE = re.compile(r"[A-Za-z_]\w*+", re.ASCII)
_LONGEST_INPUT = 40
_FILE = {"path": TEXT, "dtype": TEXT, "terms": INTEGER}


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file that a program writes.

    Attributes:
        path: where, relative to the folder it runs in.
        dtype: format of its elements when it is raw numbers; empty for .npy files, text and bytes.
        terms: terms of the longest sum behind a number.
    """

    path: str
    dtype: str = ""
    terms: int = 1


@dataclass(frozen=True, slots=True)
class ProgramCase:
    """A program to run on both sides.

    Attributes:
        source: its source file, relative to the project's root; empty when `build` makes it.
        linked: other sources that are compiled and linked with it.
        args: its arguments.
        flags: flags that both compilers take, such as `-DN=4`.
        rtol: relative tolerance of the numbers it prints.
        atol: absolute tolerance of the numbers it prints.
        ignore: regular expressions; lines in which one matches are not compared.
        arch: architectures to verify; empty for those of the project.
        build: command that builds it in a copy of the project, in place of porter's own build.
        run: command that runs it there.
        files: files that it writes and that are compared, too.
        input: what is on its standard input.
        environment: names and values of variables that are set for its run.
    """

    source: str = ""
    linked: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    rtol: float = 1e-5
    atol: float = 1e-6
    ignore: tuple[str, ...] = ()
    arch: tuple[str, ...] = ()
    build: str = ""
    run: str = ""
    files: tuple[OutputFile, ...] = ()
    input: str = ""
    environment: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """How reports and recordings call the case, as the shell has it: `N=4 scan.cu 7 <<< 1`."""
        called = self.source or self.run
        return " ".join((*self.settings, called, *self.args, *self.input_words))

    @property
    def compiled(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """What it is compiled from: its source, the others that are linked, and the flags."""
        return self.source, self.linked, self.flags

    @property
    def settings(self) -> tuple[str, ...]:
        """The variables, as the shell has them in front of a command."""
        return tuple(f"{name}={shlex.quote(value)}" for name, value in self.environment)

    @property
    def input_words(self) -> tuple[str, ...]:
        """The input, as the shell has it behind a command; shortened, and nothing without."""
        if not self.input:
            return ()
        return "<<<", shlex.quote(shorten(self.input, _LONGEST_INPUT, placeholder="…"))


def parse(path: Path, table: Mapping[str, Any]) -> ProgramCase:
    """Read one table.

    Raises:
        PorterError: a key is missing, not known, or has a value that makes no sense.
    """
    check(path, _WHERE, table, _KINDS)
    if "source" not in table and "run" not in table:
        raise PorterError(f'{_WHERE} needs source = "FILE", or build and run commands', path=path)
    if "build" in table and not table.get("run"):
        raise PorterError(f'{_WHERE} with build needs run = "COMMAND"', path=path)
    for pattern in table.get("ignore", ()):
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            message = f"{_WHERE} ignore: {pattern!r} is not a regular expression: {error}"
            raise PorterError(message, path=path) from error
    environment = table.get("environment", {})
    for name in environment:
        if not _VARIABLE.fullmatch(name):
            raise PorterError(f"{_WHERE} environment: {name!r} is no name of a variable", path=path)
    return ProgramCase(
        source=table.get("source", ""),
        linked=tuple(table.get("linked", ())),
        args=tuple(str(argument) for argument in table.get("args", ())),
        flags=tuple(table.get("flags", ())),
        rtol=float(table.get("rtol", 1e-5)),
        atol=float(table.get("atol", 1e-6)),
        ignore=tuple(table.get("ignore", ())),
        arch=tuple(table.get("arch", ())),
        build=table.get("build", ""),
        run=table.get("run", ""),
        files=tuple(_file(path, entry) for entry in table.get("files", ())),
        input=table.get("input", ""),
        environment=tuple(environment.items()),
    )


def _file(path: Path, entry: Any) -> OutputFile:
    if TEXT.fits(entry):
        entry = {"path": entry}
    check(path, f"{_WHERE} files", entry, _FILE)
    if "path" not in entry:
        raise PorterError(f'{_WHERE} files need path = "FILE"', path=path)
    if not leads_inside(os.path.normpath(entry["path"])):
        raise PorterError(
            f"{_WHERE} files: {entry['path']!r} is not a file in the program's folder", path=path
        )
    return OutputFile(**entry)
