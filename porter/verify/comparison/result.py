"""The result of a comparison."""

from __future__ import annotations

from dataclasses import dataclass, replace

from porter.verify.comparison.bound import Bound


@dataclass(frozen=True, slots=True)
class Difference:
    """A place at which the sides part.

    Attributes:
        place: where: "line 3", "output y, seed 1", "file out.bin".
        reason: what differs.
        reference: what the reference has there, as text; empty when the reason says it.
        actual: what the port has there, likewise.
    """

    place: str
    reason: str
    reference: str = ""
    actual: str = ""

    def within(self, place: str) -> Difference:
        """Return the same difference with a place around its own."""
        return replace(self, place=", ".join(filter(None, (place, self.place))))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two results compared.

    Attributes:
        differences: where they part.
        numbers: how many numbers were compared.
        worst: largest absolute difference between two of them.
        problem: why the port's run itself is not what it should be; empty when it is.
        remarks: what a reader should know about what was compared.
        bounds: how near to what is allowed the numbers come, by type.
    """

    differences: tuple[Difference, ...] = ()
    numbers: int = 0
    worst: float = 0.0
    problem: str = ""
    remarks: tuple[str, ...] = ()
    bounds: tuple[Bound, ...] = ()

    @classmethod
    def failed(cls, reason: str) -> Comparison:
        """Return the comparison of what differs as a whole."""
        return cls((Difference("", reason),))
