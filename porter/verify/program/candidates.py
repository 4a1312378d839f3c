"""Which of the known ways to run a program are tried, and in which order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.source.scripts.shell_commands import Input
from porter.verify.program.drawn_files import with_drawn
from porter.verify.program.found import Command
from porter.verify.program.own_variables import asked_for
from porter.verify.program.standard_input import Reads, guessed, guessed_choice
from porter.verify.program.usage_texts import asks_for_help

#: Commands of one program that are tried.
_MOST = 6
#: A number that is a size: smaller ones choose what is done.
_LARGE = re.compile(r"\d{2,}+")
_LARGEST_INPUT = 1_000_000
_EXECUTABLE = b"\x7fELF"


def to_try(
    root: Path,
    path: str,
    commands: Sequence[Command],
    reads: Reads = Reads.NOTHING,
    content: bytes = b"",
    place: str = "",
) -> tuple[Command, ...]:
    """Return the commands to try: those whose files are there first, none at the end.

    Of a program that reads standard input those that have one come first, then those that are
    guessed; of an executable that may only name the stream, text is guessed after it was run
    without.

    Args:
        root: the tree.
        path: the program, or its only source, relative to it.
        commands: what is known, the most reliable first.
        reads: what the program reads from standard input.
        content: the program, or its source, which name the variables that they ask for.
        place: the folder in which it is run without arguments; empty for the program's own.
    """
    told = (one for one in _given(root, commands) if not asks_for_help(one.args))
    own = (with_drawn(root, asked_for(one, content)) for one in told)
    ordered = _of_all_kinds(sorted(own, key=lambda one: _missing(root, one)))
    plain = Command(place or posixpath.dirname(path) or ".", ())
    if not any(not any((one.args, one.input.text, one.environment)) for one in ordered):
        ordered = [*ordered[:_MOST], plain]  # else somebody wrote that it takes none
    if reads is Reads.NOTHING:
        return tuple(ordered[: _MOST + 1])
    with_input = [one for one in ordered if one.input.text]
    without = [one for one in ordered if not one.input.text]
    guesses = [
        one._replace(input=Input(text), origin=origin)
        for one in without[:1]
        for text, origin in (guessed(reads), guessed_choice(reads))
        if text
    ]
    if reads is Reads.TEXT and content.startswith(_EXECUTABLE):
        return (*with_input[:_MOST], *without[:_MOST], *guesses)
    return (*with_input[:_MOST], *guesses, *without[:_MOST])


def _of_all_kinds(commands: Sequence[Command]) -> list[Command]:
    """Return commands, of each kind one before the second of any: they differ in sizes alone."""
    turns: dict[tuple[object, ...], int] = {}
    places: list[tuple[int, int]] = []
    for one in commands:
        kind = (*(_LARGE.sub("#", word) for word in one.args), _LARGE.sub("#", one.input.text))
        places.append((turns.get(kind, 0), len(places)))
        turns[kind] = turns.get(kind, 0) + 1
    return [commands[index] for _, index in sorted(places)]


def _given(root: Path, commands: Sequence[Command]) -> Iterator[Command]:
    """Yield the commands with the text of their input; none whose input is not there."""
    for one in commands:
        if not one.input.file:
            yield one
            continue
        file = real_path(root / one.folder / one.input.file)
        if not file.is_relative_to(real_path(root)):
            continue  # a stranger's document would have a person's own files kept in porter.toml
        try:
            text = read_regular(file, _LARGEST_INPUT).decode("utf-8")
        except (OSError, PorterError, UnicodeDecodeError):
            continue
        yield one._replace(input=Input(text, one.input.file))


def _missing(root: Path, command: Command) -> int:
    """Return how many files that a command names in other folders are not there."""
    words = (word for word in command.args if "/" in word and not word.startswith("-"))
    places = (root / posixpath.normpath(posixpath.join(command.folder, word)) for word in words)
    return sum(not place.exists() for place in places)
