"""What is known of a rule before its code is loaded: enough to tell whether it has work to do."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.source import SourceFile


class Fix(StrEnum):
    """What a rule does about what it finds."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    NONE = "none"


class Head(NamedTuple):
    """Id, name and triggers of a rule; see `Fixer` for what they mean."""

    rule: str
    name: str
    fix: Fix
    triggers: frozenset[bytes]
    headers: tuple[bytes, ...]
    languages: tuple[Language, ...]
    order: int
    targets: tuple[str, ...]

    def applies_to(self, file: SourceFile) -> bool:
        """Tell, without parsing, whether the rule can have anything to say about `file`."""
        if file.language not in self.languages:
            return False
        if not self.triggers and not self.headers:
            return True
        if not self.triggers.isdisjoint(file.names):
            return True
        return bool(self.headers) and any(
            part in include.path for include in file.includes for part in self.headers
        )

    def encode(self) -> list[Any]:
        """Return the head in terms of JSON."""
        return [
            self.rule,
            self.name,
            self.fix.value,
            sorted(trigger.decode() for trigger in self.triggers),
            [header.decode() for header in self.headers],
            [language.value for language in self.languages],
            self.order,
            list(self.targets),
        ]

    @classmethod
    def decode(cls, fields: list[Any]) -> Head:
        """Return the head that `encode` wrote."""
        rule, name, fix, triggers, headers, languages, order, targets = fields
        return cls(
            rule,
            name,
            Fix(fix),
            frozenset(trigger.encode() for trigger in triggers),
            tuple(header.encode() for header in headers),
            tuple(Language(language) for language in languages),
            order,
            tuple(targets),
        )
