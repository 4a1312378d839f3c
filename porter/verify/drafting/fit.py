"""How well a function of Python's matches one that C++ binds: by the names of what they take."""

from __future__ import annotations

from porter.verify.drafting.argument import plain_name
from porter.verify.drafting.bindings import Bound
from porter.verify.drafting.calls import kind_of_parameter
from porter.verify.drafting.python_function import PythonFunction


def fit(function: PythonFunction, bound: Bound) -> int:
    """Return how many parameters the two have in common.

    Args:
        function: of Python.
        bound: what it may call.
    """
    names = {plain_name(one.name) for one in function.parameters}
    return len(names & {plain_name(one.name) for one in bound.function.parameters})


def is_told(function: PythonFunction, bound: Bound) -> bool:
    """Tell whether what C++ checks is known of all tensors that a function of Python takes.

    Where it makes others of them first, the binding has cases of its own.

    Args:
        function: of Python.
        bound: what it calls.
    """
    known = {plain_name(one.name) for one in bound.function.parameters}
    return all(
        plain_name(one.name) in known
        for one in function.parameters
        if kind_of_parameter(one) == "tensor"
    )
