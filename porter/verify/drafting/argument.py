"""An argument of a function under test, and how the arguments of a case are made."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from porter.verify.drafting.cpp_parameters import Kind
from porter.verify.drafting.roles import FILES


class Given(NamedTuple):
    """How a value of an enumeration is given.

    Attributes:
        owner: the expression of the enumeration.
        values: names of its values.
    """

    owner: str
    values: tuple[str, ...]


class Argument(NamedTuple):
    """An argument of the function under test.

    Attributes:
        name: the parameter's.
        kind: what it takes.
        is_optional: it may be left out.
        is_written: it is written to.
        values: for numbers and texts: what is given; empty when nothing says.
        enumeration: for values of an enumeration: how they are given; None for others.
        default: what it is where it is not given, a number or a truth value; None for none.
        is_array: a tensor is given as an array of NumPy.
        is_address: a tensor is given as the address of its memory.
    """

    name: str
    kind: Kind
    is_optional: bool = False
    is_written: bool = False
    values: tuple[object, ...] = ()
    enumeration: Given | None = None
    default: object = None
    is_array: bool = False
    is_address: bool = False

    @property
    def passed(self) -> str:
        """The expression by which a tensor that was made is given."""
        return f"{self.name}.data_ptr()" if self.is_address else self.name

    def made_of(self, drawn: str) -> str:
        """Return the expression that makes what a case holds of a drawn tensor."""
        return f"as_array({drawn})" if self.is_array else drawn


@dataclass
class Drawn:
    """How the arguments of a case are made.

    Attributes:
        axes: parameter of the case -> the values it is drawn from.
        lines: statements that make the arguments, in order.
        given: argument -> the expression that is passed.
        layouts: whether some tensor is laid out in two ways.
        unchecked: tensors of which no check tells the shape.
        sizes: parameters of the case that are sizes of which nothing more is known.
        defaults: parameter of the case -> its default.
        lists: the lists of tensors, which are as long as one another.
    """

    axes: dict[str, tuple[object, ...]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    layouts: bool = False
    unchecked: list[str] = field(default_factory=list)
    sizes: list[str] = field(default_factory=list)
    defaults: dict[str, object] = field(default_factory=dict)
    lists: list[str] = field(default_factory=list)


def not_known(arguments: Sequence[Argument]) -> str:
    """Return the first argument that has to be given and of which nothing says how; "" for none."""
    for one in arguments:
        if one.values or one.is_optional:
            continue
        if one.kind == "ints":
            return f"{one.name}, a list of numbers"
        if one.kind == "lists":
            return f"{one.name}, a list of lists of tensors"
        if one.kind == "str" and FILES.search(one.name):
            return f"{one.name}, the name of a file"
    return ""


def usable(name: str) -> str:
    """Return a name of C++ as a case can use it: `in` is a word of Python's."""
    is_taken = keyword.iskeyword(name) or name in ("module", "generator", "result")
    return f"{name}_" if is_taken else name


def plain_name(name: str) -> str:
    """Return what a parameter is called without the marks of a kind: `bias_`, `optional_out`."""
    plain = re.sub(r"^(?:optional|opt|maybe)_(?=\w)|_(?:opt|optional|maybe|in)$", "", name)
    return usable(plain.rstrip("_") or name)
