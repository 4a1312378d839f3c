"""What the rules of a Makefile ask for, and whether it is there or another rule makes it.

Source: GNU make's manual, "Using Implicit Rules", "Chains of Implicit Rules".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from porter.compile.read.make_rules import MakeRule, MakeRules
from porter.files.regular import LARGEST_SETTINGS, read_regular

_VPATH = re.compile(
    rb"(?m)^[ \t]*(?:vpath\b|(?:export[ \t]+)?VPATH[ \t]*[:+?]?=|\.SECONDEXPANSION)"
)
_MADE_OF = (".cpp", ".cc", ".cxx", ".C", ".c", ".cu", ".hip", ".s", ".S", ".f", ".f90")
#: Files that are asked for; beyond, all may be well.
_MOST_QUESTIONS = 50_000
#: Rules that are followed; beyond, all may be well.
_MOST_RULES = 2000


class MakePrerequisites:
    """The rules of a Makefile by what they make.

    Args:
        path: the Makefile.
        reader: its rules.

    Attributes:
        exact: the rules of each target that is named in full.
    """

    def __init__(self, path: Path, reader: MakeRules) -> None:
        self._path = path
        self._folder = path.parent
        self._values = reader.values
        self._asked = 0
        self.exact: dict[str, list[MakeRule]] = {}
        self._patterns: list[tuple[str, MakeRule]] = []
        for rule in reader.rules:
            for target in self._values.expand(rule.targets).split():
                if "%" in target:
                    self._patterns.append((target, rule))
                else:
                    self.exact.setdefault(target, []).append(rule)

    def reached(self) -> Iterator[tuple[MakeRule, list[str]]]:
        """Yield the rules that the first target needs, each with what it needs in vain."""
        first = next((one for one in self.exact if not one.startswith(".")), None)
        left = [first] if first else []
        done: set[str] = set()
        told: set[int] = set()
        while left and len(done) < _MOST_RULES:
            target = left.pop()
            if target in done:
                continue
            done.add(target)
            rules = [(target, rule) for rule in self.exact.get(target, ())]
            if not any(rule.recipe for _, rule in rules):
                rules += self.by_pattern(target)
            for stem, rule in rules:
                needs = self.needs(rule, stem)
                left += needs
                lacking = [one for one in needs if not self.can_be_made(one)]
                if id(rule) not in told:
                    told.add(id(rule))
                    yield rule, lacking

    def needs(self, rule: MakeRule, stem: str) -> list[str]:
        """Return the prerequisites of a rule; none where they cannot be told.

        Args:
            rule: the rule.
            stem: what its `%` stands for.
        """
        known = self._values.unknown
        found = self._values.expand(rule.prerequisites).replace("|", " ")
        if self._values.unknown != known or "$$" in rule.prerequisites or ":" in found:
            return []
        if "$" in rule.prerequisites and re.search(r"\$[@<^*?]|\$\([@<^*]", rule.prerequisites):
            return []
        names = found.split()
        return [one.replace("%", stem, 1) for one in names if "*" not in one]

    def by_pattern(self, target: str) -> list[tuple[str, MakeRule]]:
        """Return the stem and the first pattern rule whose prerequisites can be made.

        Args:
            target: what is to be made.
        """
        for pattern, rule in self._patterns:
            before, _, after = pattern.partition("%")
            if not rule.recipe or len(target) < len(before) + len(after):
                continue
            if target.startswith(before) and target.endswith(after):
                stem = target[len(before) : len(target) - len(after)]
                if all(self.can_be_made(one, (id(rule),)) for one in self.needs(rule, stem)):
                    return [(stem, rule)]
        return []

    def can_be_made(self, name: str, chain: tuple[int, ...] = ()) -> bool:
        """Tell whether a file is there, or a rule makes it.

        Args:
            name: the file.
            chain: the pattern rules that ask for it, none of which make takes twice ("Chains of
                Implicit Rules", GNU make's manual).
        """
        self._asked += 1
        if self._asked > _MOST_QUESTIONS:
            return True
        if name in self.exact or os.path.exists(self._folder / name) or len(chain) > 3:
            return True
        if self._looks_elsewhere or name.startswith(("~", "/")) or "$" in name or name == ".FORCE":
            return True
        if Path(name).suffix in (".o", "") and any(
            os.path.exists(self._folder / Path(name).with_suffix(one)) for one in _MADE_OF
        ):
            return True
        for pattern, rule in self._patterns:
            if id(rule) in chain:
                continue
            before, _, after = pattern.partition("%")
            if name.startswith(before) and name.endswith(after) and len(name) > len(before + after):
                stem = name[len(before) : len(name) - len(after)]
                if all(self.can_be_made(one, (*chain, id(rule))) for one in self.needs(rule, stem)):
                    return True
        return False

    @property
    def _looks_elsewhere(self) -> bool:
        try:
            return _VPATH.search(read_regular(self._path, LARGEST_SETTINGS)) is not None
        except OSError:
            return True
