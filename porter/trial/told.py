"""A cause of a compiler's errors, told of once, with all the places that it is met at."""

from __future__ import annotations

from dataclasses import dataclass, field

from porter.listing import listed, number_of
from porter.source import Severity
from porter.trial.complaint import Complaint

#: Places that are named beside the first.
_MOST = 8


@dataclass
class Told:
    """A cause, and where it is met.

    Args:
        first: the complaint about its first place.
        places: the others, as `path:line`, in their order.
    """

    first: Complaint
    places: dict[str, None] = field(default_factory=dict)

    def add(self, other: Complaint) -> None:
        """Note another place; one that is sure to fail is told of before one that may.

        Args:
            other: the complaint about it.
        """
        if other.severity is Severity.ERROR and self.first.severity is not Severity.ERROR:
            self.first, other = other, self.first
        self.places[f"{other.path}:{other.line}"] = None

    @property
    def complaint(self) -> Complaint:
        """What is said of the cause."""
        own = f"{self.first.path}:{self.first.line}"
        others = [place for place in self.places if place != own]
        if not others:
            return self.first
        more = f"{number_of(len(others), 'other place')}: {listed(others, _MOST)}"
        return self.first._replace(message=f"{self.first.message}, and at {more}")
