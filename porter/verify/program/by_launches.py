"""Programs that print nothing of their results are compared by their launches."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from porter.errors import PorterError
from porter.verify import tracing
from porter.verify.options import Options
from porter.verify.place import Place
from porter.verify.spent import On, spent
from porter.verify.tracing import TracedSides


class Launches(NamedTuple):
    """What launches tell of a program that says nothing of its results.

    Attributes:
        agree: all of them do.
        said: by how many, or where they part; or that they were not to be had.
    """

    agree: bool
    said: str


#: They are compared by themselves, since that was asked for.
APART = Launches(agree=False, said="")


def by_launches(sides: TracedSides, place: Place, options: Options) -> Launches:
    """Return whether all launches of both sides agree.

    Where they part, orders and memory that nothing determines may be why, for which there is no
    second opinion: that is no verdict, and `--trace full` shows more of it.

    Args:
        sides: both sides, not run yet.
        place: where the port runs.
        options: of the check.
    """
    try:
        with spent(On.COMPARING):
            found = tracing.compare(sides, place, replace(options, trace="full"))
    except PorterError as error:
        return Launches(agree=False, said=f"(its launches cannot be compared: {error.message})")
    first = f"launch by launch: {found.lines[0]}"
    return Launches(found.agrees, first if found.agrees else f"{first} (--trace full shows more)")
