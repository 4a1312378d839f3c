"""Reads the rules and variables of a Makefile, without running make.

Conditionals are decided as make does, by the defaults of the variables; all branches are taken of
those that cannot be. Source: GNU make's manual, "Makefile Contents", "Conditional Parts", "Defining
Canned Recipes".
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.source.build_files.globs import is_inside
from porter.source.build_files.make_conditions import MakeConditions
from porter.source.build_files.make_values import MakeValues
from porter.source.build_files.makefile import Kind, included, lines
from porter.source.build_files.unfollowed import Unfollowed

_CONTINUATION = re.compile(r"(?<![ \t])(?:[ \t]*+\\\r?\n)++[ \t]*+")
_COLON = re.compile(r"(?P<open>\$?[({])|(?P<close>[)}])|(?P<colon>::?(?!=))|=")
#: Files that a Makefile may include, and how deep they include one another.
_MOST_INCLUDED = 200
_DEEPEST = 20


class RecipeLine(NamedTuple):
    """A line of a recipe, as it is written.

    Attributes:
        text: the line.
        path: the Makefile that has it.
        line: where, from 1.
    """

    text: str
    path: Path
    line: int


@dataclass
class MakeRule:
    """A rule, as it is written.

    Args:
        targets: what it makes.
        prerequisites: what that is made of.
        path: the Makefile that has it.
        line: where, from 1.
        recipe: how.
    """

    targets: str
    prerequisites: str
    path: Path
    line: int
    recipe: list[RecipeLine] = field(default_factory=list)


class MakeRules:
    """The rules and variables of a Makefile and of what it includes.

    Args:
        root: the port.
        path: the Makefile, in whose folder make is started.
        unfollowed: collects what is left out at the bounds.
        given: variables that make is given.

    Attributes:
        values: the variables, as all lines together set them.
        rules: the rules, in their order.
    """

    def __init__(
        self,
        root: Path,
        path: Path,
        unfollowed: Unfollowed,
        given: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.root = root
        self.path = path
        self.folder = path.parent
        self.unfollowed = unfollowed
        self.values = MakeValues(
            root, self.folder, lambda reason: unfollowed.add(path, reason), given
        )
        self.rules: list[MakeRule] = []
        self._canned: dict[str, list[str]] = {}
        self._included = 0
        self._read(path, 0)
        for name, recipe in self._canned.items():
            self.values.assign(name, "=", "\n".join(recipe))

    def _read(self, path: Path, depth: int) -> None:
        if not os.path.isfile(path) or not is_inside(path, self.root):
            return
        try:
            data = read_regular(path, LARGEST_SETTINGS)
        except OSError as error:
            self.unfollowed.add(path, f"it {error.strerror}")
            return
        rule: MakeRule | None = None
        within = b""  # the definition that has the rule, as a template
        conditions = MakeConditions(self.values)
        for line in lines(data):
            text = _text(line.text)
            if line.kind is Kind.CONDITIONAL:
                conditions.directive(_text(line.name), text)
            elif not conditions.is_read:
                continue
            elif line.kind is Kind.RECIPE:
                if line.definition:
                    self._canned.setdefault(_text(line.definition), []).append(text)
                if rule is not None and line.definition == within:
                    rule.recipe.append(RecipeLine(text, path, _line(data, line.start)))
            elif not conditions.is_decided and data.startswith(b"\t", line.start):
                # All branches are read, and what the last one sets would undo what others do.
                continue
            elif line.kind is Kind.ASSIGNMENT:
                if not line.target:
                    self.values.assign(_text(line.name), _text(line.operator), text)
            elif names := included(line):
                self._include(_text(names), depth)
            elif line.kind is Kind.OTHER and (rule := _rule(text, path, _line(data, line.start))):
                within = line.definition
                self.rules.append(rule)
            elif line.kind is Kind.OTHER and "eval" in text and not line.definition:
                self.values.expand(text)  # for what it sets

    def _include(self, names: str, depth: int) -> None:
        for name in self.values.expand(names).split():
            self._included += 1
            if depth < _DEEPEST and self._included <= _MOST_INCLUDED:
                self._read(self.folder / name, depth + 1)
            else:
                many = f"inclusions beyond {_MOST_INCLUDED}, or {_DEEPEST} deep"
                self.unfollowed.add(self.path, many)

    def prerequisites(self, rule: MakeRule) -> list[str]:
        """Return what a rule needs, in order."""
        return self.values.expand(rule.prerequisites).replace("|", " ").split()


def _text(data: bytes) -> str:
    return _CONTINUATION.sub(" ", data.decode("utf-8", "replace"))


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _rule(text: str, path: Path, line: int) -> MakeRule | None:
    """Return the rule that a line begins; None where it begins none."""
    depth = 0
    for match in _COLON.finditer(text):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
        elif depth == 0 and match["colon"] and text[: match.start()].strip():
            prerequisites, _, command = text[match.end() :].partition(";")
            targets = text[: match.start()].rstrip("&")
            recipe = [RecipeLine(command, path, line)] if command.strip() else []
            return MakeRule(targets, prerequisites, path, line, recipe)
        elif depth == 0:
            return None
    return None
