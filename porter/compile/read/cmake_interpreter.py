"""Runs the commands of a CMake script: conditionals, functions, macros, lists' loops, inclusions.

The branches of a conditional are all taken, except those that are not for a build by clang on Linux
with the project's options as they are by default. What is called with a value that nobody knows is
not run, nor are loops with a condition.
Source: CMake's manual, cmake-language(7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from porter.compile.read.cmake_bodies import ENDS, Body, Text, end_of, parsed, turns
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.source.build_files.cmake import CMakeSyntaxError, Command
from porter.source.build_files.cmake import commands as commands_of
from porter.source.build_files.cmake_conditionals import Conditionals
from porter.source.build_files.cmake_variables import Variables
from porter.source.build_files.unfollowed import Unfollowed

#: Words of one command that are read, commands that are run, and calls within one another.
_MOST_WORDS = 20_000
_MOST_COMMANDS = 50_000
_DEEPEST = 16
#: Commands that leave what is run.
_LEAVES = frozenset({b"return", b"break", b"continue"})
#: Commands that give their first word a value made of the others.
_GIVES = frozenset({b"set", b"get_filename_component"})
_ARGUMENTS = ("ARGC", "ARGN", "ARGV")


class Interpreter:
    """Runs scripts one after another; functions and macros are known to those that follow.

    Args:
        take: is given each command and its words, but those that the interpreter sees to.
        unfollowed: collects what is left out at its bounds.
        skip: is given the commands that are not run and that CMake may run.
        is_strict: what a branch sets that may or may not be taken is not known behind it, nor are
            the arguments of a function where one of them is not.

    Attributes:
        command: the one that is run.
        script: the text that it stands in.
        variables: those that it sees.
        calls: the calls of functions and macros around it, outermost first, and their texts.
    """

    command: Command

    def __init__(
        self,
        take: Callable[[str, list[str]], None],
        unfollowed: Unfollowed,
        skip: Callable[[Sequence[Command]], None] = lambda commands: None,
        *,
        is_strict: bool = False,
    ) -> None:
        self._take = take
        self._unfollowed = unfollowed
        self._skip = skip
        self._is_strict = is_strict
        self._bodies: dict[str, Body] = {}
        self._given_out: list[dict[str, list[str] | None]] = []
        self._included: list[Path] = []
        self._commands_run = 0
        self._conditionals = Conditionals()
        #: How many conditionals are around the script or function that is run.
        self._outside = 0
        self.variables = Variables(Path())
        self.script = Text(Path(), b"")
        self.calls: list[tuple[Text, Command]] = []

    @property
    def is_off(self) -> bool:
        """Whether the command that is run stands in a branch that is not taken."""
        return self._conditionals.are_off

    @property
    def taken(self) -> list[bool | None]:
        """Whether each branch around the command is taken, outermost first; None: not known."""
        return self._conditionals.taken

    @property
    def is_chosen(self) -> bool:
        """Whether CMake is sure to run the command where a side for GPUs is chosen."""
        return self._conditionals.are_chosen

    @property
    def asked(self) -> str:
        """What the conditions around the command ask for, in its script or function."""
        return self._conditionals.asked_since(self._outside)

    def run(self, script: Path, commands: Sequence[Command], data: bytes, own: Variables) -> None:
        """Run a script of a folder, by itself or where the command that is run adds the folder.

        Args:
            script: its file.
            commands: its commands.
            data: its bytes.
            own: the variables of its folder.
        """
        outer, calls, is_inner = self.variables, self.calls, self.script.path != Path()
        self.variables, self.calls = own, []
        if is_inner:
            self._given_out.append({})
        self._run(commands, Text(script, data))
        self.variables, self.calls = outer, calls
        if is_inner:
            _give(self._given_out.pop(), outer)

    def include(self, script: Path) -> None:
        """Run a script where the command that is run includes it.

        Args:
            script: its file.
        """
        if len(self._included) >= _DEEPEST or self.is_off:
            return
        try:
            data = read_regular(script)
            inside = list(commands_of(data))
        except (CMakeSyntaxError, OSError):
            return  # `porter convert` reports it
        values = self.variables.values
        before = values.get("CMAKE_CURRENT_LIST_DIR", [])
        values["CMAKE_CURRENT_LIST_DIR"] = [str(script.parent)]
        self._included.append(script)
        self._run(inside, Text(script, data))
        self._included.pop()
        values["CMAKE_CURRENT_LIST_DIR"] = before

    def _leave_out(self, commands: Sequence[Command]) -> None:
        if not self.is_off:
            self._skip(commands)

    def _run(self, commands: Sequence[Command], script: Text) -> bytes:
        """Run commands; return the name of the one that leaves them for sure, if one does."""
        before, outside = self.script, self._outside
        self.script, self._outside = script, self._conditionals.depth
        left = self._until_left(commands)
        self.script, self._outside = before, outside
        return left

    def _until_left(self, commands: Sequence[Command]) -> bytes:
        depth = self._conditionals.depth
        left = self._each(commands)
        self._conditionals.leave(depth)
        return left

    def _each(self, commands: Sequence[Command]) -> bytes:
        at = 0
        while at < len(commands):
            one = commands[at]
            self._commands_run += 1
            if self._commands_run > _MOST_COMMANDS:
                self._unfollowed.add(self.script.path, f"commands beyond {_MOST_COMMANDS:,}")
                self._leave_out(commands[at:])
                return b""
            left = b""
            if one.name in ENDS:
                end = end_of(commands, at)
                left = self._body(one, commands[at + 1 : end])
                at = end
            elif not self._conditionals.follow(one, self.script.data, self.variables.compared()):
                self.command = one
                left = self._command(one)
            if left:
                return left
            at += 1
        return b""

    def _command(self, command: Command) -> bytes:
        if command.name in _LEAVES:
            return command.name if all(self.taken) else b""
        words = self._words(command)
        body = self._bodies.get(command.name.decode())
        if body is not None:
            return self._call(body, command, words)
        if command.name == b"set" and words[-1:] == ["PARENT_SCOPE"] and self._given_out:
            if not self.is_off:
                is_known = not self._is_strict or all(self.taken)
                self._given_out[-1][words[0]] = words[1:-1] if is_known else None
        elif command.name == b"include":
            if (found := self._found(words)) is not None:
                self.include(found)
            else:
                self._take("include", words)
        elif command.name == b"cmake_parse_arguments":
            if not self.is_off:
                is_known = not (self._is_strict and self._lacks(command))
                _give(
                    {k: v if is_known else None for k, v in parsed(words).items()}, self.variables
                )
        else:
            if command.name in _GIVES and words:
                self.variables.note(command, words[0])
            self._take(command.name.decode(), words)
        return b""

    def _found(self, words: Sequence[str]) -> Path | None:
        """Return the script of the tree's that is included; CMake's own modules are not read."""
        here = self.variables.here
        for word in words[:1]:
            name = word if word.endswith(".cmake") else f"{word}.cmake"
            folders = [str(here)]
            if name != word:
                folders = self.variables.values.get("CMAKE_MODULE_PATH", [])
            paths = (here / word, *(here / folder / name for folder in folders))
            return next((path for path in paths if self._is_of_the_tree(path)), None)
        return None

    def _is_of_the_tree(self, path: Path) -> bool:
        return path.is_file() and real_path(path).is_relative_to(real_path(self.variables.root))

    def _words(self, command: Command) -> list[str]:
        words = (self.variables.words(given) for given in command.arguments)
        listed = (word for each in words for word in each)
        read = list(islice(listed, _MOST_WORDS))
        if next(listed, None) is not None:
            self._unfollowed.add(self.script.path, f"words of a command beyond {_MOST_WORDS:,}")
        return read

    def _lacks(self, command: Command, most: int | None = None) -> bool:
        """Tell whether an argument of a command is not known, of the first ones if so asked."""
        return not all(map(self.variables.words, command.arguments[:most]))

    def _body(self, command: Command, inside: Sequence[Command]) -> bytes:
        """Keep the body of a function or macro; run that of a loop over a list."""
        words = self._words(command)
        if not words or command.name == b"while":
            self._leave_out(inside)
            return b""
        if command.name != b"foreach":
            is_function = command.name == b"function"
            body = Body(is_function, tuple(words[1:]), inside, self.script)
            self._bodies[words[0].lower()] = body
            return b""
        values = self.variables.values
        before = values.get(words[0])
        left, is_run = b"", False
        for value in turns(words, values):
            values[words[0]], is_run = [value], True
            left = self._until_left(inside)
            if left in (b"return", b"break"):
                break
        _give({words[0]: before}, self.variables)
        if not is_run or self._lacks(command):
            self._leave_out(inside)
        return left if left == b"return" else b""

    def _call(self, body: Body, command: Command, words: Sequence[str]) -> bytes:
        """Run a function or macro; what a function sets stays in it, but for `PARENT_SCOPE`."""
        if self.is_off:
            return b""
        if self._lacks(command, len(body.parameters)):
            self._leave_out([command, *body.commands])
            return b""
        if len(self.calls) >= _DEEPEST:
            self._unfollowed.add(self.script.path, f"calls more than {_DEEPEST} deep")
            self._leave_out([command, *body.commands])
            return b""
        values = self.variables.values
        before = dict(values)
        bound = body.bound(words)
        values.update(bound)
        if self._is_strict and self._lacks(command):
            for name in _ARGUMENTS:
                values.pop(name)
        self.calls.append((self.script, command))
        if body.is_function:
            self._given_out.append({})
            self._run(body.commands, body.script)
            values.clear()
            values.update(before)
            _give(self._given_out.pop(), self.variables)
            left = b""
        else:
            left = self._run(body.commands, body.script)
            _give({name: before.get(name) for name in bound}, self.variables)
        self.calls.pop()
        return left


def _give(values: dict[str, list[str] | None], to: Variables) -> None:
    """Set variables, those without a value to be unknown."""
    for name, value in values.items():
        if value is None:
            to.values.pop(name, None)
        else:
            to.values[name] = value
