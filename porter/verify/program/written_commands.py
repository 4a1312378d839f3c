"""Reads how programs are called from what people wrote: recipes, scripts, READMEs, usage texts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import PurePosixPath

from porter.verify.program.found import Command
from porter.verify.program.shell_commands import simple_commands

_CONTINUATION = re.compile(r"\\\r?\n[ \t]*+")
#: What a line of a README or a script has in front of a command.
_PROMPT = re.compile(r"^\s*+(?:[$>%#*@-]\s++|`++|\d+[.)]\s++)*+")
_INTRODUCTION = re.compile(
    r"^(?:usage|example|e\.g\.|ex|run|syntax)[\w ]{0,12}:\s*+", re.IGNORECASE
)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*+=")
#: A word that stands for an argument, as `<size>` does.
_PLACEHOLDER = re.compile(r"[<>\[\]{}$%`*?|]|\.\.\.|^[A-Z_]+$")
_OPTION_OR_NUMBER = re.compile(r"--?\w|[-+]?\d")
_LONGEST = 2000


#: Name of an executable -> the paths of those that are called so, relative to the tree.
Programs = Mapping[str, Sequence[str]]


def written_commands(
    text: str, folder: str, programs: Programs, origin: str, *, is_prose: bool
) -> Iterator[tuple[str, Command]]:
    """Yield the programs that lines of a text call, and how.

    Args:
        text: a script, the recipes that make prints, or a text for people.
        folder: where its commands are run, relative to the tree.
        programs: the executables.
        origin: the file.
        is_prose: a command of one name alone is one only with what can be an argument behind it.
    """
    joined = _CONTINUATION.sub(" ", text)
    place = folder
    for line in joined.splitlines():
        if len(line) > _LONGEST:
            continue
        stripped = _INTRODUCTION.sub("", _PROMPT.sub("", line)).rstrip().rstrip("`")
        commands = [*simple_commands(stripped)]
        for words, given in commands:
            if words[0] == "cd" and len(words) == 2:
                inside = posixpath.normpath(posixpath.join(place, words[1]))
                if is_prose or inside.startswith(".."):
                    break  # from where is not known
                place = inside
                continue
            found = _call(words, programs, is_prose=is_prose)
            if found is not None:
                word, args = found
                for path in _meant(word, place, programs[PurePosixPath(word).name]):
                    yield path, Command(place if not is_prose else folder, args, origin, given)
        if not (len(commands) == 1 and commands[0].words[0] == "cd"):
            place = folder  # in a script that lasts, each line of a recipe begins there anew


def _call(
    words: list[str], programs: Programs, *, is_prose: bool
) -> tuple[str, tuple[str, ...]] | None:
    """Return how a command names a program, and its arguments; None for another command."""
    for index, word in enumerate(words):
        name = PurePosixPath(word).name
        has_path = "/" in word
        if name in programs and (has_path or index == 0 or not is_prose):
            args = tuple(words[index + 1 :])
            if not any(map(_PLACEHOLDER.search, args)) and (has_path or _are_arguments(args)):
                return word, args
            return None
        if is_prose and not (_ASSIGNMENT.match(word) or has_path):
            return None
    return None


def _meant(word: str, place: str, paths: Sequence[str]) -> list[str]:
    """Return which programs of one name a command means: the very one, or those next to it."""
    named = posixpath.normpath(posixpath.join(place, word))
    if named in paths:
        return [named]
    shared = [_shared(path, place) for path in paths]
    return [path for path, depth in zip(paths, shared, strict=True) if depth == max(shared)]


def _shared(path: str, place: str) -> int:
    """Return how many folders two paths have in common, from the tree's root on."""
    pairs = zip(path.split("/"), place.split("/"), strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _are_arguments(words: tuple[str, ...]) -> bool:
    """Tell whether words are arguments where no "./" says that the line is a command."""
    return bool(words) and all(map(_is_argument, words))


def _is_argument(word: str) -> bool:
    if _OPTION_OR_NUMBER.match(word) or len(word) == 1:
        return True
    return any(sign in word for sign in "./=") and word[-1:].isalnum()
