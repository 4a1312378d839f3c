"""How a case calls the function under test."""

from __future__ import annotations

import re
from collections.abc import Sequence

from porter.verify.drafting.argument import Argument, Drawn
from porter.verify.drafting.cpp_parameters import Kind
from porter.verify.drafting.number_lists import kind_of_annotation
from porter.verify.drafting.python_function import PythonFunction, PythonParameter
from porter.verify.drafting.roles import FILES


def passed_to(function: PythonFunction, arguments: Sequence[Argument], made: Drawn) -> str:
    """Return arguments as a call writes them: those with a default by name."""
    defaults = {one.name: one.has_default for one in function.parameters}
    given = [one.name for one in arguments]
    words = []
    for name, made_of in function.settings.items():
        fields = [one.name for one in made_of.fields if one.name in given]
        listed = ", ".join(f"{one}={made.given[one]}" for one in fields)
        words.append(f"{name}=module.{made_of.name}({listed})")
        given = [one for one in given if one not in fields]
    plain = [made.given[one] for one in given if not defaults[one]]
    named = [f"{one}={made.given[one]}" for one in given if defaults[one]]
    return ", ".join([*plain, *words, *named])


def kind_of_parameter(parameter: PythonParameter) -> Kind:
    """Return what a parameter of Python takes that C++ does not know."""
    said = kind_of_annotation(parameter.annotation)
    if said is not None:
        return said
    if isinstance(parameter.default, bool):
        return "bool"
    if isinstance(parameter.default, int):
        return "int"
    if isinstance(parameter.default, float):
        return "float"
    if isinstance(parameter.default, str) or "str" in parameter.annotation:
        return "str"
    if not parameter.annotation and FILES.search(parameter.name):
        return "str"
    return "other" if parameter.has_default else "tensor"


def is_backward(name: str) -> bool:
    """Tell whether a function is by its name the way back of another."""
    return re.search(r"(?:^|_)(?:bwd|backward|grad)(?:$|_)", name) is not None
