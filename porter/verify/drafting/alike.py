"""Sets of names that are the same."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)


@dataclass
class Alike(Generic[Name]):
    """Sets of names that are the same, each by one of them."""

    _parent: dict[Name, Name] = field(default_factory=dict)

    def root(self, one: Name) -> Name:
        """Return the name that stands for all that are the same as this one."""
        while self._parent.get(one, one) != one:
            one = self._parent[one]
        return one

    def join(self, one: Name, other: Name) -> None:
        """Note that two are the same; the first one's stands for both."""
        self._parent[self.root(other)] = self.root(one)
