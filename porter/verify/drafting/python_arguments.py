"""The arguments of a function of Python that users call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from porter.verify.drafting.argument import Argument, Given, plain_name
from porter.verify.drafting.calls import kind_of_parameter
from porter.verify.drafting.cpp_parameters import Parameter
from porter.verify.drafting.number_lists import length_of, usual_lists
from porter.verify.drafting.python_function import PythonFunction
from porter.verify.drafting.roles import AMOUNTS

#: What is left out where it need not be given: nothing tells of its values.
_SELDOM = ("other", "str", "ints", "tensors")
_OUTPUTS = re.compile(r"out(?:put)?|\w+_out|out_\w+")


def python_arguments(
    function: PythonFunction,
    known: Mapping[str, Parameter],
    called: Mapping[str, Sequence[object]],
    enumeration: Callable[[Parameter], Given | None],
) -> list[Argument]:
    """Return the arguments of a function, without those that are better left out.

    Args:
        function: what users call.
        known: the parameters of the bound function that it reaches, by their plain names.
        called: what calls elsewhere give for its parameters.
        enumeration: how a value of an enumeration is given; None for other parameters.
    """
    arguments = []
    for parameter in function.parameters:
        plain = plain_name(parameter.name)
        cpp = known.get(plain)
        kind = cpp.kind if cpp is not None else kind_of_parameter(parameter)
        values = function.values.get(parameter.name) or called.get(parameter.name, ())
        values = tuple(one for one in values if isinstance(one, tuple) is (kind == "ints"))
        if kind == "ints" and not values and not parameter.has_default:
            values = usual_lists(plain, length_of(parameter.annotation))
        is_optional = parameter.has_default and parameter.default is None
        if kind == "tensor" and is_optional and _OUTPUTS.fullmatch(plain):
            continue
        if kind in _SELDOM and parameter.has_default and not values:
            continue
        if kind in ("int", "float") and parameter.has_default and is_optional:
            continue
        if is_optional and AMOUNTS.search(plain):  # an example's is of its own tensors
            continue
        if kind == "float" and not values and isinstance(parameter.default, float):
            values = (parameter.default,)  # others may leave nothing to compute
        given = None if values or cpp is None else enumeration(cpp)
        is_array = cpp is not None and cpp.element is not None and not cpp.is_address
        said = (False, values, given, parameter.default, is_array)
        arguments.append(Argument(parameter.name, kind, is_optional, *said))
    return arguments
