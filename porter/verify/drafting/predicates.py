"""Functions that say whether something holds: `bool is_matrix(x) { return x.dim() == 2; }`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from porter.verify.drafting.cpp_code import CppCode, Function

if TYPE_CHECKING:
    from tree_sitter import Node


class Predicate(NamedTuple):
    """A call of a function that is one expression.

    Attributes:
        function: what is called.
        returned: the expression.
        given: what is passed, in the function that calls it.
    """

    function: Function
    returned: Node
    given: tuple[Node, ...]


def predicate(code: CppCode, function: Function, call: Node) -> Predicate | None:
    """Return what a call in a condition stands for; None where that is more than an expression.

    Args:
        code: what the project defines.
        function: where the call is.
        call: the call.
    """
    called, listed = (call.child_by_field_name(key) for key in ("function", "arguments"))
    if called is None or listed is None or called.type == "field_expression":
        return None
    given = tuple(one for one in listed.named_children if one.type != "comment")
    target = code.called(function.text(called), len(given))
    if target is None:
        return None
    statements = [one for one in target.body.named_children if one.type != "comment"]
    if len(statements) != 1 or statements[0].type != "return_statement":
        return None
    returned = [one for one in statements[0].named_children if one.type != "comment"]
    return Predicate(target, returned[0], given) if len(returned) == 1 else None
