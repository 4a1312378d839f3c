"""What the rules for command lines share: what compilers a text calls, and what reaches them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.source import SourceFile
from porter.source.build_files.make_commands import (
    Compiler,
    compiler_called,
    file_name,
    is_named_for_device,
)
from porter.source.scripts.region import Region
from porter.source.scripts.regions import Commands, commands_of
from porter.source.scripts.shell import ASSIGNMENT, Command, Word
from porter.source.text.languages import WITH_COMMANDS, Language

#: What every rule for command lines reads.
LANGUAGES = WITH_COMMANDS

#: Commands that ask whether something is there.
TESTS = frozenset({b"[", b"[[", b"test"})
_KNOWS_ROCM = re.compile(rb"(?i)rocm|hipcc|hipify|\bHIP_|\bhip\b")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_REFERENCE = re.compile(rb"\$\{?([A-Za-z_]\w*)")
#: A word that is a variable and nothing else, maybe with a default.
_VARIABLE = re.compile(rb"\"?\$(?:\{([A-Za-z_]\w*)(?::?[-=]([^{}]*))?\}|([A-Za-z_]\w*))\"?")
#: What a script is given: a compiler where it links CUDA's libraries, whichever that is.
_PARAMETER = re.compile(rb"\"?\$(?:[1-9]|\{[1-9]\})\"?")
_OF_CUDA = frozenset({b"-lcudart", b"-lcuda"})
#: A value that is nvcc, by default maybe, or a command line that begins with it.
_HELD = re.compile(
    rb"""(?:["'(]*|["']?\$\{\w+:?[-=])(?:[^\s"'(){}]*/)?(?P<name>nvcc(?:-\d+(?:\.\d+)*)?)"""
    rb"""(?:["')}]*|[ \t][^\n]*)""",
    re.DOTALL,
)
#: Commands that run another one.
_RUNNERS = frozenset(b"sudo env exec nohup ccache sccache command stdbuf".split())
#: Commands that run another one which stands behind options of theirs.
_LAUNCHERS = frozenset(
    b"find xargs parallel srun mpirun nice timeout bear strace docker podman singularity apptainer"
    b" ssh".split()
)
_NAMED_FOR_HOST = frozenset({b"CC", b"CXX", b"HOSTCXX", b"HOSTCC"})
_NVCC_VARIABLE = re.compile(rb"(?i)nvcc|gencode|(?:^|_)cu_?flags")
_FILE = re.compile(rb"\.(?:cuh?|c|cc|cpp|cxx|o|obj|a|so|hip|ptx)\b|[*<>]|\$")
_OPTION = re.compile(rb"-{1,2}[A-Za-z#]")
_ASKS = frozenset({b"--version", b"-V", b"--help", b"-h"})
#: Commands that give a variable what follows it: of a Dockerfile, and of the C shell.
_SETTERS = frozenset({b"ENV", b"setenv"})
#: A variable of the environment in a workflow: `NAME: value`.
_ENTRY = re.compile(
    rb"(?m)^[ ]*(?:-[ ]+)?(?P<name>[A-Z][A-Z0-9_]*)[ ]*:[ ]+"
    rb"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'#|>][^\r\n\"'#]*(?<![ ]))"
)
_SHOWS = frozenset({b"-dryrun", b"--dryrun"})
#: Options whose value is the next word.
_WITH_VALUE = re.compile(
    rb"-(?:o|I|L|l|D|U|x|arch|gencode|code|Xcompiler|Xlinker|Xptxas|ccbin|isystem|include|std|G|t"
    rb"|maxrregcount|odir|MF|MT)|--[\w-]+"
)


class Call(NamedTuple):
    """A command that calls a compiler.

    Attributes:
        command: all of it.
        region: where it stands.
        compiler: what kind it is.
        called: the word that names it.
        name: the file that it is, as `nvcc`; empty where a variable holds it.
        arguments: what it is given.
    """

    command: Command
    region: Region
    compiler: Compiler
    called: Word
    name: bytes
    arguments: tuple[Word, ...]

    @property
    def asks(self) -> bool:
        """Whether it compiles nothing, and asks for the version, options or commands."""
        words = [word.text for word in self.arguments]
        return bool(words) and (all(one in _ASKS for one in words) or not _SHOWS.isdisjoint(words))


class Assignment(NamedTuple):
    """A variable that is given a value.

    Attributes:
        name: the variable.
        name_start: where it stands.
        start: where its value starts.
        value: the value, with its quotes.
    """

    name: bytes
    name_start: int
    start: int
    value: bytes


class Reading:
    """What is known of a text that holds command lines.

    Args:
        file: the text.

    Attributes:
        commands: its commands.
        knows_rocm: it speaks of ROCm itself; its author has decided what is for whom.
    """

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.commands: Commands = commands_of(file)
        self.knows_rocm = _KNOWS_ROCM.search(file.data) is not None
        self._nvccs: dict[bytes, bool] = {}
        self._held: dict[bytes, set[Compiler]] = {}

    @cached_property
    def assignments(self) -> tuple[Assignment, ...]:
        """All that variables of the shell are given."""
        found = []
        for command, _ in self.commands.found:
            for word in command.assignments:
                match = ASSIGNMENT.match(word.text)
                assert match is not None
                at = match.end()
                found.append(Assignment(match[1], word.start, word.start + at, word.text[at:]))
            if len(command.words) > 2 and command.words[0].text in _SETTERS:
                _, name, first, *_ = command.words
                if _NAME.fullmatch(name.text):
                    value = self._file.data[first.start : command.words[-1].end]
                    found.append(Assignment(name.text, name.start, first.start, value))
        if self._file.language is Language.WORKFLOW:
            for entry in _ENTRY.finditer(self._file.code):
                start = entry.start("value")
                found.append(Assignment(entry["name"], entry.start("name"), start, entry["value"]))
        return tuple(found)

    @cached_property
    def values(self) -> dict[bytes, list[bytes]]:
        """Name of a variable -> its values."""
        found: dict[bytes, list[bytes]] = {}
        for one in self.assignments:
            found.setdefault(one.name, []).append(one.value)
        return found

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The compilers that are called."""
        return tuple(self._calls())

    @cached_property
    def reached(self) -> dict[bytes, set[Compiler]]:
        """Name of a variable -> the compilers that are given what it holds."""
        found: dict[bytes, set[Compiler]] = {}
        for call in self.calls:
            for word in call.arguments:
                left = _REFERENCE.findall(word.text)
                while left:
                    name = left.pop()
                    reached = found.setdefault(name, set())
                    if call.compiler not in reached:
                        reached.add(call.compiler)
                        for value in self.values.get(name, ()):
                            left += _REFERENCE.findall(value)
        return found

    def is_nvccs(self, name: bytes) -> bool:
        """Tell whether what a variable holds is for nvcc: by its name, or by where it goes."""
        known = self._nvccs.get(name)
        if known is None:
            known = self._nvccs[name] = self._is_nvccs(name)
        return known

    def _is_nvccs(self, name: bytes) -> bool:
        if any(map(self.holds_compiler, self.values.get(name, ()))):
            return True
        reached = self.reached.get(name)
        if reached is None:
            behind = name.lower().partition(b"cuda")[2]
            return b"flags" in behind or _NVCC_VARIABLE.search(name) is not None
        return reached == {Compiler.DEVICE}

    def holds_compiler(self, value: bytes) -> re.Match[bytes] | None:
        """Return where a value names CUDA's compiler: all of it, its default or its first word."""
        match = _HELD.fullmatch(value)
        if match is None or not compiler_called(match["name"]):
            return None
        return match

    def _calls(self) -> Iterator[Call]:
        for command, region in self.commands.found:
            words = command.words
            at = 0
            while at < len(words) and (
                words[at].text in _RUNNERS or (at and ASSIGNMENT.match(words[at].text))
            ):
                at += 1
            if at < len(words) and words[at].text in _LAUNCHERS:
                at = next((n for n, word in enumerate(words) if _is_nvcc(word)), len(words))
            if at == len(words):
                continue
            called, arguments = words[at], words[at + 1 :]
            name, compiler = self._compiler(called.text)
            if compiler is None and _PARAMETER.fullmatch(called.text) and _links_cuda(arguments):
                compiler = Compiler.HOST
            if compiler is None:
                continue
            call = Call(command, region, compiler, called, name, arguments)
            if not region.is_shown or _is_plausible(call):
                yield call

    def _compiler(self, word: bytes) -> tuple[bytes, Compiler | None]:
        if match := _VARIABLE.fullmatch(word):
            variable = match[1] or match[3]
            kinds = self._kinds(variable, match[2])
            if not kinds and variable in _NAMED_FOR_HOST:
                return b"", Compiler.HOST
            if not kinds and is_named_for_device(variable):
                return b"", Compiler.DEVICE
            return b"", next(iter(kinds)) if len(kinds) == 1 else None
        if re.search(rb"\s", word):
            return b"", None
        name = file_name(word)
        return name, compiler_called(name)

    def _kinds(self, variable: bytes, default: bytes | None) -> set[Compiler]:
        """Return the compilers that a variable may be, its default among them."""
        if variable not in self._held:
            called = (compiler_called(_first_name(one)) for one in self.values.get(variable, ()))
            self._held[variable] = {one for one in called if one is not None}
        named = None if default is None else compiler_called(_first_name(default))
        return self._held[variable] | ({named} if named is not None else set())


def _first_name(value: bytes) -> bytes:
    """Return what a value calls: the name of the file that is its first word, or its default."""
    if match := _VARIABLE.fullmatch(value):
        value = match[2] or b""
    words = value.strip(b"\"'( ").split(maxsplit=1)
    return file_name(words[0].strip(b"\"'")) if words else b""


def _is_nvcc(word: Word) -> bool:
    return compiler_called(file_name(word.text)) is Compiler.DEVICE


def _links_cuda(arguments: Sequence[Word]) -> bool:
    return not _OF_CUDA.isdisjoint(word.text for word in arguments)


def _is_plausible(call: Call) -> bool:
    """Tell whether what people are shown is a command, and no sentence or message.

    It names a file or asks for the version, and no word is of a sentence.
    """
    if call.asks:
        return True
    names_file = takes_value = False
    for word in call.arguments:
        is_file = _FILE.search(word.text) is not None
        if takes_value:
            takes_value = False
        elif _OPTION.match(word.text):
            takes_value = _WITH_VALUE.fullmatch(word.text) is not None
        elif not is_file and b"/" not in word.text:
            return False
        names_file |= is_file
    return names_file


_readings: WeakKeyDictionary[SourceFile, Reading] = WeakKeyDictionary()


def reading(file: SourceFile) -> Reading:
    """Return what is known of a text that holds command lines."""
    known = _readings.get(file)
    if known is None:
        known = _readings[file] = Reading(file)
    return known
