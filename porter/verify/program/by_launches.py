"""Programs that print nothing of their results are compared by their launches."""

from __future__ import annotations

from dataclasses import replace

from porter.errors import PorterError
from porter.verify import tracing
from porter.verify.options import Options
from porter.verify.place import Place
from porter.verify.spent import On, spent
from porter.verify.tracing import TracedSides


def by_launches(sides: TracedSides, place: Place, options: Options) -> str:
    """Return that all launches of both sides agree; "" where they do not, or cannot be traced.

    Where they part, orders and memory that nothing determines may be why, for which there is no
    second opinion: that says nothing, and `--trace full` shows it.

    Args:
        sides: both sides, not run yet.
        place: where the port runs.
        options: of the check.
    """
    try:
        with spent(On.COMPARING):
            found = tracing.compare(sides, place, replace(options, trace="full"))
    except PorterError:
        return ""
    return f"launch by launch: {found.lines[0]}" if found.agrees else ""
