"""Evaluates integer expressions of a case's parameters, as C would."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from porter.errors import PorterError
from porter.source.python.syntax import parse_python

Number = int | float


def _divide(a: Number, b: Number) -> Number:
    if isinstance(a, int) and isinstance(b, int):
        return a // b if (a < 0) == (b < 0) else -(-a // b)  # towards zero
    return a / b


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _divide,
    ast.FloorDiv: _divide,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_FUNCTIONS: dict[str, Callable[..., Number]] = {"min": min, "max": max}


def evaluate(text: str, parameters: Mapping[str, int]) -> Number:
    """Return the value of an expression of numbers, parameters, `+ - * / % << >>`, min and max.

    Args:
        text: the expression. Quotients of integers are cut to integers.
        parameters: value of each name.

    Raises:
        PorterError: it is no such expression, or divides by zero.
    """
    try:
        return _value(parse_python(text.strip(), "eval").body, parameters)
    except SyntaxError as error:
        raise PorterError(f"{text!r} is not an expression") from error
    except (ArithmeticError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise PorterError(f"{text!r} has no value: {error}") from error


def integer(text: str, parameters: Mapping[str, int]) -> int:
    """Return the value of an expression that must be an integer.

    Raises:
        PorterError: it is none.
    """
    value = evaluate(text, parameters)
    if not isinstance(value, int):
        raise PorterError(f"{text!r} is {value}, not an integer")
    return value


def _value(node: ast.expr, parameters: Mapping[str, int]) -> Number:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value  # type: ignore[return-value]
    if isinstance(node, ast.Name):
        if node.id not in parameters:
            known = ", ".join(parameters) or "none"
            raise PorterError(f"no parameter is called {node.id!r}", hint=f"there are: {known}")
        return parameters[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, parameters)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left, right = _value(node.left, parameters), _value(node.right, parameters)
        return _BINARY[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        function = _FUNCTIONS.get(node.func.id)
        if function is not None and node.args:
            return function(*(_value(argument, parameters) for argument in node.args))
    raise PorterError(f"{ast.unparse(node)!r} is not arithmetic of numbers and parameters")
