"""Conditions of Python that hold where code goes on: of `assert` and of `if …: raise`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

#: What holds where a comparison does not.
_OTHERWISE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
    ast.LtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def expected(node: ast.stmt) -> Iterator[ast.expr]:
    """Yield the conditions that hold behind a statement, each by itself.

    Args:
        node: any statement.
    """
    if isinstance(node, ast.Assert):
        yield from _each(node.test, True)
    elif isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], ast.Raise):
        yield from _each(node.test, False)


def _each(test: ast.expr, holds: bool) -> Iterator[ast.expr]:
    """Yield what holds of a condition that does, or does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _each(test.operand, not holds)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is holds:
            for one in test.values:
                yield from _each(one, holds)
    elif isinstance(test, ast.Compare):
        sides = [test.left, *test.comparators]
        pairs = list(zip(sides, test.ops, sides[1:], strict=False))
        if holds or len(pairs) == 1:
            for left, sign, right in pairs:
                own = sign if holds else _OTHERWISE[type(sign)]()
                yield ast.Compare(left, [own], [right])
    elif holds:
        yield test
