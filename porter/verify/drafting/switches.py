"""What a `switch` tells of the type or the number that it is over, or `if … else if … else`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.verify.drafting.checks import Checks, disjuncts
from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.meanings import Argument, Dtype, DtypeName, Size
from porter.verify.drafting.refusals import only_refuses
from porter.verify.drafting.values import sign_of

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


def take_chain(function: Function, node: Node, checks: Checks) -> bool:
    """Take on what a chain of comparisons has branches for, where it refuses what is left.

    As in `if (n == 16) … else if (n == 32) … else TORCH_CHECK(false)`.

    Args:
        function: where it is.
        node: its first `if`.
        checks: what is told of the arguments.
    """
    subjects: set[object] = set()
    taken: list[object] = []
    link: Node | None = node
    while link is not None and link.type == "if_statement":
        for condition in _conditions(link):
            sides = [condition.child_by_field_name(key) for key in ("left", "right")]
            if condition.type != "binary_expression" or sign_of(condition) != "==":
                return False
            subject, value = (checks.values.of(function, one) for one in sides)
            subjects.add(subject)
            taken.append(value)
        following = link.child_by_field_name("alternative")
        link = None if following is None else following.named_children[-1]
    if link is None or len(taken) < 2 or len(subjects) != 1 or not only_refuses(function, link):
        return False
    (subject,) = subjects
    if isinstance(subject, Dtype):
        checks.takes(subject, tuple(one.dtype for one in taken if isinstance(one, DtypeName)))
        return False
    return isinstance(subject, (Argument, Size)) and checks.one_of(subject, taken)


def _conditions(node: Node) -> list[Node]:
    condition = node.child_by_field_name("condition")
    return [] if condition is None else disjuncts(condition)
