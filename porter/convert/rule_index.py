"""Which rules may have something to say about a file, by its words and without asking each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from porter.fixers import Rule
from porter.source.file import SourceFile
from porter.source.text.languages import Language


class RuleIndex:
    """Rules by the names that call for them.

    Args:
        rules: the rules, in order of precedence.
        language: of the files that are asked about.
    """

    def __init__(self, rules: Sequence[Rule], language: Language) -> None:
        self._rules = rules
        self._always: set[int] = set()
        self._by_header: list[tuple[int, tuple[bytes, ...]]] = []
        self._by_name: dict[bytes, tuple[int, ...]] = {}
        for number, rule in enumerate(rules):
            if language not in rule.languages:
                continue
            if rule.headers:
                self._by_header.append((number, rule.headers))
            elif not rule.names:
                self._always.add(number)
            for name in rule.names:
                self._by_name[name] = (*self._by_name.get(name, ()), number)
        self._names = frozenset(self._by_name)
        parts = {part for _, some in self._by_header for part in some}
        self._parts = re.compile(b"|".join(map(re.escape, sorted(parts)))) if parts else None

    def candidates(self, file: SourceFile) -> list[Rule]:
        """Return the rules that apply to a file where they are meant, in order of precedence."""
        found = set(self._always)
        if self._names:
            for name in self._names & file.names:
                found.update(self._by_name[name])
        paths = b"\n".join([include.path for include in file.includes])
        if self._parts is not None and self._parts.search(paths):
            for number, parts in self._by_header:
                if any(part in paths for part in parts):
                    found.add(number)
        return [self._rules[number] for number in sorted(found)]


@lru_cache(maxsize=32)
def rule_index(rules: tuple[Rule, ...], language: Language) -> RuleIndex:
    """Return the index of rules for the files of a language, made once."""
    return RuleIndex(rules, language)
