"""Evaluates the variables of a Makefile, as far as possible without running make.

Substitution references, calls and the functions that name files are followed; what `$(shell …)`
would say is nothing, unless the tree decides it. Source: GNU make's manual, "How to Use Variables",
"Functions for Transforming Text".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from porter.source.build_files.make_functions import FUNCTIONS, patsubst
from porter.source.build_files.make_shell import said

#: How deep variables refer to one another, references that a Makefile may hold once all are
#: followed, the characters of a value and of all values: beyond, what is left is read as nothing.
_DEEPEST = 20
_MOST_REFERENCES = 100_000
_LONGEST = 1_000_000
_LONGEST_TOGETHER = 4_000_000
_VALUE = f"a value of more than {_LONGEST:,} characters"
_SEPARATOR = re.compile(r"[(){},]")
#: How many arguments a function may have that takes any number.
_MANY = 1_000
_ASSIGNMENT = re.compile(
    r"\s*+(?P<name>[\w.-]++)\s*+(?P<operator>:{0,3}=|\?=|\+=|!=)[ \t]*+(?P<value>.*+)"
)
#: A variable that is called like a device's compiler stands for it where nothing assigns it.
_DEVICE_COMPILER = re.compile(r"(?i)(?:\w*_)?(nvcc|hipcc)")


class MakeValues:
    """The variables of a Makefile and of what it includes.

    Args:
        root: the port, in which files are looked for.
        folder: the Makefile's, where make is started.
        cut: collects what is left out at the bounds.
        given: variables that make is given, which no line changes.
    """

    def __init__(
        self,
        root: Path,
        folder: Path,
        cut: Callable[[str], None],
        given: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.root = root
        self.folder = folder
        self._cut = cut
        self._given = given
        self._values = {"CURDIR": str(folder), "CXX": "g++", "CC": "gcc", **given}
        self._arguments: dict[str, str] = {}
        #: Variables whose value is in part what cannot be told, and how often such was asked for.
        self._untold: dict[str, tuple[str, ...]] = {}
        #: Commands whose answers were asked for, in that order; a value may hang on several.
        self.unanswered: list[str] = []
        self.unknown = 0
        self._references = 0
        self._characters = 0

    def assign(self, name: str, operator: str, value: str) -> None:
        """Give a variable a value, as a line with `operator` does."""
        old = self._values.get(name)
        if name in self._given or (operator == "?=" and old is not None):
            return
        if operator == "!=":
            operator, value = ":=", f"$(shell {value})"
        if operator == "+=" and old is not None:
            value = f"{old} {value}"
        else:
            self._untold.pop(name, None)
            if operator.startswith(":"):
                known, asked = self.unknown, len(self.unanswered)
                value = self.expand(value)
                if self.unknown != known:
                    self._untold[name] = tuple(dict.fromkeys(self.unanswered[asked:]))
        self._values[name] = value

    def is_set(self, name: str) -> bool:
        """Tell whether a variable has a value that is not empty, as `ifdef` asks."""
        self.unknown += name in self._untold
        return bool(self._values.get(name))

    def expand(self, text: str, depth: int = 0) -> str:
        """Return `text` with its references replaced; what cannot be told becomes nothing."""
        # A variable that refers to itself, which make refuses, or twice to another, which refers…
        if depth > _DEEPEST:
            return self._nothing(f"variables that refer to one another {_DEEPEST} deep")
        if self._references > _MOST_REFERENCES:
            return self._nothing(f"references beyond {_MOST_REFERENCES:,}")
        if len(text) > _LONGEST:
            return self._nothing(_VALUE)
        out = []
        at = 0
        while (start := text.find("$", at)) >= 0:
            out.append(text[at:start])
            opener = text[start + 1 : start + 2]
            if opener in ("(", "{"):
                end = _closing(text, start + 1)
                out.append(self._reference(text[start + 2 : end], depth + 1))
                at = end + 1
            else:  # an automatic variable, or an argument of a call; $$ is the shell's own
                out.append(self._arguments.get(opener, ""))
                at = start + 2
        expanded = "".join((*out, text[at:]))
        if len(expanded) > _LONGEST:
            return self._nothing(_VALUE)
        self._characters += len(expanded)
        if self._characters > _LONGEST_TOGETHER:
            return self._nothing(f"values of more than {_LONGEST_TOGETHER:,} characters together")
        return expanded

    def _nothing(self, reason: str) -> str:
        """Note what is not followed; return what is read in its place."""
        self._cut(reason)
        return ""

    def _reference(self, inner: str, depth: int) -> str:
        self._references += 1
        function, blank, rest = inner.partition(" ")
        if blank and function == "call":
            return self._call(rest, depth)
        if blank and (chooses := _CHOICES.get(function)) is not None:
            return chooses(self, rest, depth)
        if blank and (known := FUNCTIONS.get(function)) is not None:
            arguments = [self.expand(part, depth) for part in argument_parts(rest, known[0])]
            if function != "subst":  # to which a blank is a text like any other
                arguments = [argument.strip() for argument in arguments]
            here = self.root, self.folder
            return known[1](here, *arguments) if len(arguments) == known[0] else ""
        if blank and function == "shell":
            return self._said(self.expand(rest, depth).strip())
        if blank:
            self.unknown += 1
            return ""
        name, colon, substitution = self.expand(inner, depth).partition(":")
        value = self.expand(self._value(name), depth)
        if colon and "=" in substitution:
            old, _, new = substitution.partition("=")
            if "%" not in old:
                old, new = f"%{old}", f"%{new}"
            return patsubst(old, new, value)
        return value

    def _if(self, text: str, depth: int) -> str:
        condition, *either = argument_parts(text, 3)
        chosen = either[:1] if self.expand(condition, depth).strip() else either[1:]
        return self.expand("".join(chosen), depth).strip()

    def _or(self, text: str, depth: int) -> str:
        values = (self.expand(part, depth).strip() for part in argument_parts(text, _MANY))
        return next(filter(None, values), "")

    def _and(self, text: str, depth: int) -> str:
        value = ""
        for part in argument_parts(text, _MANY):
            value = self.expand(part, depth).strip()
            if not value:
                break
        return value

    def _foreach(self, text: str, depth: int) -> str:
        """Return a text for each word of a list, which a variable holds meanwhile."""
        name, words, *body = argument_parts(text, 3)
        name = self.expand(name, depth).strip()
        around = self._values.get(name)
        untold = self._untold.pop(name, None)
        found = []
        for word in self.expand(words, depth).split() if body else ():
            self._values[name] = word
            found.append(self.expand(body[0], depth))
        self._values.pop(name, None)
        if around is not None:
            self._values[name] = around
        if untold is not None:
            self._untold[name] = untold
        return " ".join(found)

    def _eval(self, text: str, depth: int) -> str:
        """Set the variables that a text sets as a line of the Makefile would."""
        for line in self.expand(text, depth).splitlines():
            if match := _ASSIGNMENT.fullmatch(line):
                self.assign(match["name"], match["operator"], match["value"])
        return ""

    def _written(self, text: str, depth: int) -> str:
        """Return a variable's value as it is written: `$(value NAME)`."""
        return self._value(self.expand(text, depth).strip())

    def _origin(self, text: str, depth: int) -> str:
        name = self.expand(text, depth).strip()
        return "file" if self._values.get(name) is not None else "undefined"

    def _nothing_said(self, text: str, depth: int) -> str:
        """Return what a message to the person at make becomes."""
        return ""

    def _said(self, command: str) -> str:
        """Return what a command says, which may not be known."""
        known = said(command, self.root, self.folder)
        if known is None:
            self.unknown += 1
            self._ask((command,))
        return known or ""

    def _ask(self, commands: Iterable[str]) -> None:
        if len(self.unanswered) < _MOST_REFERENCES:
            self.unanswered += commands

    def _value(self, name: str) -> str:
        if name in self._untold:
            self.unknown += 1
            self._ask(self._untold[name])
        value = self._arguments.get(name, self._values.get(name))
        if value is None:
            device = _DEVICE_COMPILER.fullmatch(name)
            return "" if device is None else device[1].lower()
        return value

    def _call(self, text: str, depth: int) -> str:
        """Return what `$(call name,argument,…)` gives."""
        name, *given = (self.expand(part, depth).strip() for part in argument_parts(text, 10))
        around = self._arguments
        self._arguments = {str(number): one for number, one in enumerate(given, 1)}
        try:
            return self.expand(self._value(name), depth)
        finally:
            self._arguments = around


def argument_parts(text: str, most: int) -> list[str]:
    """Return the arguments of a function or a condition, the last of `most` with what is left."""
    parts: list[str] = []
    depth = start = 0
    for match in _SEPARATOR.finditer(text):
        character = match.group()
        if character in "({":
            depth += 1
        elif character in ")}":
            depth -= 1
        elif depth == 0 and len(parts) < most - 1:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def _closing(text: str, opener: int) -> int:
    pair = {"(": ")", "{": "}"}[text[opener]]
    depth = 0
    for index in range(opener, len(text)):
        depth += (text[index] == text[opener]) - (text[index] == pair)
        if depth == 0:
            return index
    return len(text)


#: Functions that look at some of their arguments alone, or at variables.
_CHOICES: dict[str, Callable[[MakeValues, str, int], str]] = {
    "if": MakeValues._if,
    "or": MakeValues._or,
    "and": MakeValues._and,
    "foreach": MakeValues._foreach,
    "eval": MakeValues._eval,
    "value": MakeValues._written,
    "origin": MakeValues._origin,
    "info": MakeValues._nothing_said,
    "warning": MakeValues._nothing_said,
}
