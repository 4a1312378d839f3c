"""Reads how programs are called from what people wrote: recipes, scripts, READMEs, usage texts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import PurePosixPath

from porter.source.build_files.make_commands import compiler_called
from porter.source.scripts.shell_commands import SimpleCommand, simple_commands
from porter.source.scripts.shell_functions import with_calls
from porter.source.scripts.shell_lines import Line, shell_lines
from porter.source.scripts.shell_values import ShellValues
from porter.verify.program.current_folder import CurrentFolder
from porter.verify.program.found import Command, names_files

#: What a line of a README or a script has in front of a command.
_PROMPT = re.compile(
    r"^\s*+(?:[\w.-]++@[\w.-]++[:\s~/\w.-]*+[$#]\s++|[$>%#*@-]\s++|`++|\d+[.)]\s++)*+"
)
_INTRODUCTION = re.compile(
    r"^(?:(?:usage|example|e\.g\.|ex|run|syntax)[\w ]{0,12}:"
    r"|==\d+== (?:Profiling application:|NVPROF is profiling process \d+, command:))\s*+",
    re.IGNORECASE,
)
#: Code inside of a sentence, "then `./app 64` runs it".
_CODE = re.compile(r"(?<!`)`([^`\n]++)`(?!`)")
#: A word that stands for an argument, as `<size>` does.
_PLACEHOLDER = re.compile(r"[<>\[\]{}$%`*?|]|\.\.\.|^[A-Z_]+$")
#: A variable whose value is not known, in what a program is to read.
_UNKNOWN = re.compile(r"\$[\w{(]")
_OPTION_OR_NUMBER = re.compile(r"--?\w|[-+]?\d")
#: Commands that run the one behind them.
_RUNNERS = frozenset(
    """
    time sudo nohup nice mpirun mpiexec srun optirun numactl taskset
    nvprof nsys ncu nv-nsight-cu-cli cuda-memcheck compute-sanitizer
    """.split()
)
#: Commands that name a program in what they print.
_PRINTERS = frozenset(("echo", "printf"))
_LONGEST = 2000
#: What a program's name ends with on Windows, and in some Makefiles for Linux.
_WINDOWS = ".exe"


#: Name of an executable (`name_of`) -> the paths of those that are called so, relative to the tree.
Programs = Mapping[str, Sequence[str]]


class Kind(Enum):
    """What a text is, which says where its commands run and what is one.

    In recipes each line begins in the folder anew; in scripts `cd` lasts; in prose a command of one
    name alone is one only with what can be an argument behind it.
    """

    RECIPE = "recipe"
    SCRIPT = "script"
    PROSE = "prose"


def written_commands(
    text: str,
    folder: str,
    programs: Programs,
    origin: str,
    kind: Kind,
    is_folder: Callable[[str], bool] = lambda _: False,
) -> Iterator[tuple[str, Command]]:
    """Yield the programs that lines of a text call, and how.

    Args:
        text: a script, the recipes that make prints, or a text for people.
        folder: where its commands are run, relative to the tree.
        programs: the executables.
        origin: the file.
        kind: what the text is.
        is_folder: tells whether the tree has a folder; a text for people may change to others, of
            the person's own.
    """
    current = CurrentFolder(folder, is_folder if kind is Kind.PROSE else None)
    lines = (line for line in shell_lines(text) if len(line.text) <= _LONGEST)
    for line in with_calls(lines, ShellValues()) if kind is Kind.SCRIPT else lines:
        if kind is Kind.RECIPE:
            current.reset()
        for command in commands_of(line, kind):
            if current.changed_by(command.words):
                continue
            given = command.input.text
            if given != line.document and _UNKNOWN.search(given):
                continue
            found = _call(command.words, programs, is_prose=kind is Kind.PROSE)
            if found is None:
                continue
            word, args = found
            for path in _meant(word, current, programs[name_of(word)]):
                for place in _places(word, args, path, current):
                    called = Command(place, args, origin, command.input, command.variables)
                    yield path, called


def commands_of(line: Line, kind: Kind) -> Iterator[SimpleCommand]:
    """Yield the commands of a line, and of code that stands inside of a sentence.

    Args:
        line: of a text.
        kind: what the text is.
    """
    stripped = _INTRODUCTION.sub("", _PROMPT.sub("", line.text)).rstrip().rstrip("`")
    yield from simple_commands(stripped, line.document)
    for code in _CODE.findall(line.text) if kind is Kind.PROSE else ():
        if code != stripped:
            for command in simple_commands(code):
                if len(command.words) > 1 or any(command.input) or command.variables:
                    yield command  # else a name is spoken of


def name_of(word: str) -> str:
    """Return what a program is called, by its path or a command: without Windows' ending."""
    return PurePosixPath(word).name.removesuffix(_WINDOWS)


def _call(
    words: list[str], programs: Programs, *, is_prose: bool
) -> tuple[str, tuple[str, ...]] | None:
    """Return how a command names a program, and its arguments; None for another command."""
    if words[0] in _PRINTERS:
        return None
    is_run = is_prose and words[0] in _RUNNERS
    for index, word in enumerate(words):
        has_path = "/" in word
        if name_of(word) in programs and (has_path or index == 0 or not is_prose):
            if any(compiler_called(name_of(one).encode()) for one in words[:index]):
                return None  # it is made there
            args = tuple(words[index + 1 :])
            if not any(map(_PLACEHOLDER.search, args)) and (has_path or _are_arguments(args)):
                return word, args
            return None
        if is_prose and not (is_run or has_path):
            return None
    return None


def _meant(word: str, current: CurrentFolder, paths: Sequence[str]) -> list[str]:
    """Return which programs of one name a command means: the very one, or those next to it."""
    named = current.joined(word.removesuffix(_WINDOWS))
    if exact := [path for path in paths if path.removesuffix(_WINDOWS) == named]:
        return exact
    shared = [_shared(path, current.path) for path in paths]
    return [path for path, depth in zip(paths, shared, strict=True) if depth == max(shared)]


def _places(word: str, args: Sequence[str], path: str, current: CurrentFolder) -> list[str]:
    """Return where a command may run, the likeliest first.

    A README above the folder that is built, and a script that is called from the project's root,
    name a program from where its reader is: `./bin/app` is run where `bin/app` is.
    """
    found = current.places(args)
    relative, path = posixpath.normpath(word.removesuffix(_WINDOWS)), path.removesuffix(_WINDOWS)
    is_there = "/" not in word or current.joined(relative) == path
    if is_there or not f"/{path}".endswith(f"/{relative}"):
        return found
    around = path.removesuffix(relative).rstrip("/") or "."
    if "/" in relative:
        found = [around, *found] if names_files(args) else [around]
    elif names_files(args):
        found = [*found, around]
    return list(dict.fromkeys(found))


def _shared(path: str, place: str) -> int:
    """Return how many folders two paths have in common, from the tree's root on."""
    return len(posixpath.commonprefix([path.split("/"), place.split("/")]))


def _are_arguments(words: tuple[str, ...]) -> bool:
    """Tell whether words are arguments where no "./" says that the line is a command."""
    return bool(words) and all(map(_is_argument, words))


def _is_argument(word: str) -> bool:
    if _OPTION_OR_NUMBER.match(word) or len(word) == 1:
        return True
    return any(sign in word for sign in "./=") and word[-1:].isalnum()
