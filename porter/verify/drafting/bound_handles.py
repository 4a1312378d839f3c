"""Handles that one bound function makes and another takes: `plan = ext.create(n)`.

An object of a class of the project's is told by its type, `Plan *`, and a number that stands for
one by its name beside a function that makes such a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.verify.drafting.argument import Argument, plain_name
from porter.verify.drafting.bindings import Bound
from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.cpp_parameters import Parameter

#: Names of numbers that stand for an object.
_NAMED = re.compile(r"(?i)(?:^|_)(?:f?ptr|handle|h|ctx|context|plan|state|impl|_?fa|self)(?:$|_)")
_MAKES = re.compile(
    r"(?i)(?:^|_)(?:create|init|new|make|construct|open|build)(?:$|_)|^(?:make|create)"
)
_NUMBER = re.compile(r"u?int(?:64|ptr)_t|size_t|long|\w*ptr_t")
_WORDLESS = re.compile(
    r"\b(?:const|std|static|inline|struct|class|shared_ptr|unique_ptr)\b|[<>*&:\s]"
)
_DRAWN = ("int", "float", "bool", "tensor")


class Made(NamedTuple):
    """How a handle is made.

    Attributes:
        maker: the bound function that makes it.
        arguments: of that function, by names of their own.
    """

    maker: Bound
    arguments: tuple[Argument, ...]


def handles(
    bound: Bound, others: Sequence[Bound], arguments: Sequence[Argument]
) -> dict[str, Made]:
    """Return how the handles are made that a function takes, by its arguments.

    Args:
        bound: the function.
        others: all that are bound.
        arguments: its arguments.
    """
    names = {one.name for one in arguments}
    return {
        plain_name(one.name): Made(maker, tuple(_arguments(maker, names)))
        for one in bound.function.parameters
        if (maker := _maker(bound, one, others)) is not None
    }


def unknown_classes(function: Function, code: CppCode) -> list[Parameter]:
    """Return the parameters of a class that the project itself defines.

    Args:
        function: what is bound.
        code: the sources.
    """
    taken = [
        one
        for one in function.parameters
        if one.kind == "other" and one.type and not one.is_optional and not one.default
    ]
    return [one for one in taken if _defines(one.type, code)]


def _defines(name: str, code: CppCode) -> bool:
    defined = re.compile(rb"\b(?:class|struct)\s++(?:\w++\s++)?%b\b[^;(]*\{" % name.encode())
    return any(defined.search(file.code) for file in code.files)


def _maker(bound: Bound, parameter: Parameter, others: Sequence[Bound]) -> Bound | None:
    """Return the one function that makes what a parameter takes; None for none or several."""
    found = [one for one in others
             if one.key[0] == bound.key[0] and one.name != bound.name
             and _makes(one, parameter)
             and all(p.kind in _DRAWN or p.default for p in one.function.parameters)]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _makes(one: Bound, parameter: Parameter) -> bool:
    returned = _returned(one.function)
    if parameter.kind == "other":
        return bool(parameter.type) and _WORDLESS.sub("", returned) == parameter.type
    is_named = parameter.kind == "int" and _NAMED.search(parameter.name.strip("_")) is not None
    return is_named and _MAKES.search(one.name) is not None and bool(_NUMBER.fullmatch(returned))


def _returned(function: Function) -> str:
    """Return the type that a function returns, as written; "" where nothing tells."""
    definition = function.body.parent
    node = definition.child_by_field_name("type") if definition is not None else None
    return function.text(node).strip() if node is not None else ""


def _arguments(maker: Bound, taken: set[str]) -> Iterator[Argument]:
    """Yield the arguments of a maker; of one name with another's, an argument of its own."""
    for one in maker.function.parameters:
        if one.kind not in _DRAWN:
            continue
        name = plain_name(one.name)
        name = f"{maker.name}_{name}" if name in taken else name
        yield Argument(name, one.kind, one.is_optional)
