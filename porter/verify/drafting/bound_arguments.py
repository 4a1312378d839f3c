"""The arguments of a function that only its binding offers."""

from __future__ import annotations

from collections.abc import Callable

from porter.verify.drafting.argument import Argument, Given, plain_name
from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.cpp_parameters import Parameter
from porter.verify.drafting.number_lists import usual_lists
from porter.verify.drafting.space import Slot, Space

#: What numbers are that are passed along with addresses, by how many there are: nothing else tells
#: how much is behind these, and less than there is room for.
_LENGTHS = {1: (1, 33, 257, 1000), 2: (1, 16, 33, 64)}


def note_lengths(function: Function, space: Space) -> None:
    """Take on that what addresses lead to is as long as the numbers say that come with them.

    Args:
        function: what is bound.
        space: what is added to.
    """
    numbers = [plain_name(one.name) for one in function.parameters if one.kind == "int"]
    for one in function.parameters if len(numbers) in _LENGTHS else ():
        if one.is_address:
            name = plain_name(one.name)
            space.ranks[name] = len(numbers)
            space.loose.add(name)  # or it is longer
            for axis, number in enumerate(numbers):
                space.tie(Slot(name, axis), number)


def bound_arguments(
    function: Function, enumeration: Callable[[Parameter], Given | None]
) -> list[Argument]:
    """Return the arguments of a function, by its parameters.

    Args:
        function: what is bound.
        enumeration: how a value of an enumeration is given; None for other parameters.
    """
    parameters = function.parameters
    has_addresses = any(one.is_address for one in parameters)
    numbers = sum(one.kind == "int" for one in parameters)
    lengths = _LENGTHS.get(numbers, ()) if has_addresses else ()

    def lists_if_any(one: Parameter) -> tuple[object, ...]:
        return usual_lists(plain_name(one.name)) if one.kind == "ints" else ()

    def argument(one: Parameter) -> Argument:
        return Argument(
            plain_name(one.name),
            one.kind,
            one.is_optional,
            one.is_written,
            values=lengths if one.kind == "int" else lists_if_any(one),
            enumeration=enumeration(one),
            is_array=one.element is not None and not one.is_address,
            is_address=one.is_address,
        )

    return list(map(argument, parameters))
