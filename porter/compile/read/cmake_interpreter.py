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

from porter.compile.read.cmake_bodies import ENDS, Body, end_of, parsed, turns
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.source.build_files.cmake import CMakeSyntaxError, Command
from porter.source.build_files.cmake import commands as commands_of
from porter.source.build_files.cmake_conditions import Conditionals
from porter.source.build_files.cmake_variables import Variables
from porter.source.build_files.unfollowed import Unfollowed

#: Words of one command that are read, commands that are run, and calls within one another.
_MOST_WORDS = 20_000
_MOST_COMMANDS = 50_000
_DEEPEST = 16


class Interpreter:
    """Runs scripts one after another; functions and macros are known to those that follow.

    Args:
        take: is given each command and its words, but those that the interpreter sees to.
        unfollowed: collects what is left out at its bounds.
    """

    def __init__(self, take: Callable[[str, list[str]], None], unfollowed: Unfollowed) -> None:
        self._take = take
        self._unfollowed = unfollowed
        self._bodies: dict[str, Body] = {}
        self._given_out: list[dict[str, list[str]]] = []
        self._included: list[Path] = []
        self._commands_run = 0
        self._conditionals = Conditionals()
        self._variables = Variables(Path())
        self._script = Path()

    @property
    def is_off(self) -> bool:
        """Whether the command that is run stands in a branch that is not taken."""
        return self._conditionals.are_off

    def run(self, script: Path, commands: Sequence[Command], data: bytes, own: Variables) -> None:
        """Run a script.

        Args:
            script: its file.
            commands: its commands.
            data: its bytes.
            own: the variables of its folder.
        """
        self._script, self._variables = script, own
        self._conditionals = Conditionals()
        self._run(commands, data)

    def _run(self, commands: Sequence[Command], data: bytes) -> None:
        at = 0
        while at < len(commands):
            one = commands[at]
            self._commands_run += 1
            if self._commands_run > _MOST_COMMANDS:
                self._unfollowed.add(self._script, f"commands beyond {_MOST_COMMANDS:,}")
                return
            if one.name in ENDS:
                end = end_of(commands, at)
                self._body(one, commands[at + 1 : end], data)
                at = end
            elif not self._conditionals.follow(one, data, self._variables.values):
                self._command(one)
            at += 1

    def _command(self, command: Command) -> None:
        words = self._words(command)
        body = self._bodies.get(command.name.decode())
        if body is not None:
            given = command.arguments[: len(body.parameters)]
            if not self.is_off and all(self._variables.words(one) for one in given):
                self._call(body, words)
        elif command.name == b"set" and words[-1:] == ["PARENT_SCOPE"] and self._given_out:
            self._given_out[-1][words[0]] = words[1:-1]
        elif command.name == b"include":
            self._include(words[:1])
        elif command.name == b"cmake_parse_arguments":
            self._variables.values.update(parsed(words))
        else:
            self._take(command.name.decode(), words)

    def _include(self, words: Sequence[str]) -> None:
        """Run a script of the tree's where it is included; CMake's own modules are not read."""
        values = self._variables.values
        folders = [str(self._variables.here)]
        for word in words:
            name = word if word.endswith(".cmake") else f"{word}.cmake"
            if name != word:
                folders = values.get("CMAKE_MODULE_PATH", [])
            paths = (self._variables.here / folder / name for folder in folders)
            found = next((path for path in paths if self._is_of_the_tree(path)), None)
            if found is None or len(self._included) >= _DEEPEST or self.is_off:
                continue
            try:
                data = read_regular(found)
                inside = list(commands_of(data))
            except (CMakeSyntaxError, OSError):
                continue  # `porter convert` reports it
            before = values.get("CMAKE_CURRENT_LIST_DIR", [])
            values["CMAKE_CURRENT_LIST_DIR"] = [str(found.parent)]
            self._included.append(found)
            self._run(inside, data)
            self._included.pop()
            values["CMAKE_CURRENT_LIST_DIR"] = before

    def _is_of_the_tree(self, path: Path) -> bool:
        return path.is_file() and real_path(path).is_relative_to(real_path(self._variables.root))

    def _words(self, command: Command) -> list[str]:
        words = (self._variables.words(given) for given in command.arguments)
        listed = (word for each in words for word in each)
        read = list(islice(listed, _MOST_WORDS))
        if next(listed, None) is not None:
            self._unfollowed.add(self._script, f"words of a command beyond {_MOST_WORDS:,}")
        return read

    def _body(self, command: Command, inside: Sequence[Command], data: bytes) -> None:
        """Keep the body of a function or macro; run that of a loop over a list."""
        words = self._words(command)
        if not words or command.name == b"while":
            return
        if command.name != b"foreach":
            is_function = command.name == b"function"
            self._bodies[words[0].lower()] = Body(is_function, tuple(words[1:]), inside, data)
            return
        values = self._variables.values
        for value in turns(words, values):
            values[words[0]] = [value]
            self._run(inside, data)

    def _call(self, body: Body, words: Sequence[str]) -> None:
        """Run a function or macro; what a function sets stays in it, but for `PARENT_SCOPE`."""
        if len(self._given_out) >= _DEEPEST:
            self._unfollowed.add(self._script, f"calls more than {_DEEPEST} deep")
            return
        values = self._variables.values
        before = dict(values)
        bound = body.bound(words)
        values.update(bound)
        self._given_out.append({})
        self._run(body.commands, body.data)
        given_out = self._given_out.pop()
        if body.is_function:
            values.clear()
            values.update(before)
        else:
            for name in bound:
                values.pop(name, None)
                if name in before:
                    values[name] = before[name]
        values.update(given_out)
