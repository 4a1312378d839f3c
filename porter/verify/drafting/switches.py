"""What a `switch` tells of the type or the number that it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.verify.drafting.checks import Checks
from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.refusals import only_refuses
from porter.verify.drafting.values import Argument, Dtype, DtypeName, Size

if TYPE_CHECKING:
    from tree_sitter import Node


def take_switch(function: Function, node: Node, checks: Checks) -> bool:
    """Take on which types or numbers a `switch` has branches for; tell whether it is a check.

    Of numbers it is one where the others are refused: `default: throw …`.

    Args:
        function: where it is.
        node: the statement.
        checks: what is told of the arguments.
    """
    subject = checks.values.of(function, node.child_by_field_name("condition"))
    body = node.child_by_field_name("body")
    cases = [] if body is None else body.named_children
    cases = [one for one in cases if one.type == "case_statement"]
    if isinstance(subject, Dtype):
        labels = [checks.values.of(function, one.child_by_field_name("value")) for one in cases]
        types = tuple(one.dtype for one in labels if isinstance(one, DtypeName))
        checks.takes(subject, types)
        return False
    if not isinstance(subject, (Argument, Size)):
        return False
    taken: list[object] = []
    refuses = refuses_others = False
    for case in reversed(cases):  # one without statements goes on into the next
        label = case.child_by_field_name("value")
        statements = [one for one in case.named_children if one != label and one.type != "comment"]
        if statements:
            refuses = only_refuses(function, statements[-1])
        if label is None:
            refuses_others = refuses
        elif not refuses:
            taken.append(checks.values.of(function, label))
    return refuses_others and bool(taken) and checks.one_of(subject, taken[::-1])
