"""What a macro that dispatches has branches for: PyTorch's own, and those that projects make.

A macro of the project's tells by its body and those of the macros in it (`case at::kHalf: …`,
`if (dim == 64) …`), or by a list that it is given: `DISPATCH(dim, D, (16, 32, 64), (…), ())`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from porter.verify.drafting.checks import Checks
from porter.verify.drafting.cpp_code import CppCode, Function, Macro
from porter.verify.drafting.dtypes import dispatched, named_in
from porter.verify.drafting.macros import expanded, is_check
from porter.verify.drafting.meanings import Argument, Dtype, DtypeName, Size
from porter.verify.drafting.switches import take_chain, take_switch

if TYPE_CHECKING:
    from tree_sitter import Node

_DISPATCHES = re.compile(r"DISPATCH|SWITCH|\bcase\b|\belse\s+if\b")
_LIST_OF = frozenset(("parenthesized_expression", "comma_expression"))
#: Macros in macros, and values of a list, that are followed.
_DEEPEST, _MOST_VALUES = 6, 200


class Dispatch(NamedTuple):
    """A macro that has code compiled for several types.

    Attributes:
        over: the type that it goes by; None where that is not followed.
    """

    over: Dtype | None


def take_dispatch(
    name: str, function: Function, used: Node, arguments: Sequence[Node], checks: Checks
) -> Dispatch | None:
    """Take on which types and numbers a macro has branches for; None where it goes by no type.

    Args:
        name: the macro's.
        function: where it is used.
        used: the use.
        arguments: what it is given.
        checks: what is told of the arguments.
    """
    macro = checks.code.macros.get(name)
    if macro is not None and (not _DISPATCHES.search(f"{name} {macro.body}") or is_check(macro)):
        return None
    subjects = [checks.values.of(function, one) for one in arguments]
    dtype = next((one for one in subjects if isinstance(one, Dtype)), None)
    number = next((one for one in subjects if isinstance(one, (Size, Argument))), None)
    for values in _lists(function, arguments, checks):
        if dtype is not None and all(isinstance(one, DtypeName) for one in values):
            checks.takes(dtype, tuple(one.dtype for one in values if isinstance(one, DtypeName)))
            return Dispatch(dtype)
        if number is not None and all(type(one) is int for one in values):
            checks.one_of(number, values)
            return None
    types = _types(name, function, arguments, checks.code)
    if dtype is not None:
        checks.takes(dtype, types)
    elif number is not None and macro is not None and not types:
        _take_branches(name, macro, function, used, arguments, checks)
    return Dispatch(dtype) if types else None


def _types(
    name: str, function: Function, arguments: Sequence[Node], code: CppCode
) -> tuple[str, ...]:
    """Return the types that a macro has branches for; none where it is no dispatch over types."""
    if found := dispatched(name, ", ".join(map(function.text, arguments[:-1]))):
        return found
    return tuple(dict.fromkeys(_types_inside(name, code)))


def _types_inside(name: str, code: CppCode, depth: int = 0) -> Iterator[str]:
    """Yield the types that a macro's body names, and the bodies of the macros in it."""
    macro = code.macros.get(name)
    if macro is None or depth >= _DEEPEST or is_check(macro):
        return
    yield from named_in(macro.body)
    for word in dict.fromkeys(re.findall(r"\w+", macro.body)):
        yield from dispatched(word, macro.body)
        if word != name:
            yield from _types_inside(word, code, depth + 1)


def _lists(function: Function, arguments: Sequence[Node], checks: Checks) -> Iterator[list[object]]:
    """Yield what the arguments hold that are lists: `(16, 32, 64)`."""
    for one in arguments:
        inside = one.named_children
        if one.type == "parenthesized_expression" and inside[0].type == "comma_expression":
            parts = list(_parts(one))
            if len(parts) <= _MOST_VALUES:
                yield [checks.values.of(function, part) for part in parts]


def _parts(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in _LIST_OF:
            yield from _parts(child)
        elif child.type != "comment":
            yield child


def _take_branches(
    name: str, macro: Macro, function: Function, used: Node, arguments: Sequence[Node],
    checks: Checks,
) -> None:  # fmt: skip
    """Take on the numbers that a macro's own branches are for, where it refuses others."""
    named = arguments[: sum(one != "..." for one in macro.parameters)]  # the rest is code
    inside = expanded(name, macro, function, named, used)
    waiting = [inside.body]
    while waiting:
        node = waiting.pop()
        if node.type == "switch_statement" and take_switch(inside, node, checks):
            return
        if node.type == "if_statement" and take_chain(inside, node, checks):
            return
        waiting += reversed(node.named_children)
