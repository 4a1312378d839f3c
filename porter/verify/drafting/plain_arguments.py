"""Chooses the values of arguments that are no tensors."""

from __future__ import annotations

from porter.verify.drafting import roles
from porter.verify.drafting.argument import Argument, Drawn
from porter.verify.drafting.numbers import EXTENTS, SIZES, SMALL, numbers_within
from porter.verify.drafting.space import Space


def draw_plain(argument: Argument, space: Space, made: Drawn) -> None:
    """Add how an argument that is no tensor is made.

    Args:
        argument: a number, a truth value or a value of an enumeration.
        space: what the code checks of it.
        made: what is added to.
    """
    if argument.enumeration is not None:
        owner, names = argument.enumeration
        made.axes[argument.name] = names
        made.given[argument.name] = f"getattr({owner}, {argument.name})"
        return
    limits = space.limits(argument.name)
    values = argument.values or limits.values
    if argument.kind == "bool":
        usual_truth = (False,) if roles.CHANCE.search(argument.name) else (False, True)
        values = limits.values or usual_truth
    elif not values and argument.kind == "int" and (size := space.is_size(argument.name)):
        limits.meet(space.limits(size))
        values = limits.values or numbers_within(limits, SIZES)
    elif not values and argument.kind == "int":
        usual = EXTENTS if roles.EXTENTS.search(argument.name) else SMALL
        values = (0, -1) if argument.name in roles.AXES else numbers_within(limits, usual)
    elif not values and argument.kind == "float":
        values = (0.5, 1.0)
    if argument.is_optional and argument.kind in ("int", "float"):
        values = (None,)
    if argument.default is not None and argument.kind in ("int", "bool"):
        is_new = argument.default not in values
        values = (argument.default, *values) if is_new else values
        made.defaults[argument.name] = argument.default
    if len(values) == 1 or not values:
        made.given[argument.name] = repr(values[0]) if values else "None"
        return
    made.axes[argument.name] = tuple(dict.fromkeys(values))
    made.given[argument.name] = argument.name
