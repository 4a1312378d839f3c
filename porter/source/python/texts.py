"""Finds the expressions of Python that are texts, and those that are built from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.source.python.code import PythonCode
from porter.source.python.formats import Format
from porter.source.python.literals import Kind, Literal, Segment, formatted, segments_of
from porter.source.python.strings import PythonText

if TYPE_CHECKING:
    from tree_sitter import Node

#: Methods of a string, and functions, that leave its characters what they are.
_KEEPING = frozenset("strip lstrip rstrip replace encode decode dedent cleandoc".split())
_MODULES = frozenset(("textwrap", "inspect", "string", "jinja2"))
_FILLING = frozenset(("substitute", "safe_substitute", "render"))
_TEMPLATES = {
    "string.Template": Format.DOLLAR,
    "jinja2.Template": Format.JINJA,
    "jinja2.environment.Template": Format.JINJA,
}


def text_of(code: PythonCode, node: Node, formats: tuple[Format, ...] = ()) -> PythonText | None:
    """Return the text of an expression of strings; None where no literal is part of it.

    Args:
        code: the file.
        node: the expression.
        formats: what is applied to its value elsewhere, the first first.
    """
    literals: list[Literal] = []
    segments = _segments(code, node, literals)
    if segments is None or not literals:
        return None
    for style in formats:
        segments = formatted(segments, literals, style)
    return PythonText(code.file.data, segments, literals)


def passed_on(code: PythonCode, node: Node) -> tuple[Node, tuple[Format, ...]] | None:
    """Return the expression whose text `node` hands on or fills, and how; None for any other.

    Such are `x % y`, `x.format(…)`, `x.encode()`, `dedent(x)`, `Template(x)` and
    `template.substitute(…)`.
    """
    if node.type == "binary_operator":
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        is_percent = operator is not None and operator.type == "%"
        return (left, (Format.PERCENT,)) if left is not None and is_percent else None
    call = code.call_of(node)
    if call is None:
        return None
    receiver = None
    if call.function.type == "attribute":
        receiver = call.function.child_by_field_name("object")
    style = _template_style(code, node)
    if style is not None:
        return (call.positional[0], (style,)) if call.positional else None
    if call.name in ("dedent", "cleandoc", "str") and call.positional:
        return call.positional[0], ()
    if receiver is None or code.meanings(receiver) & _MODULES:
        return None
    if call.name == "format":
        return receiver, (Format.BRACES,)
    return (receiver, ()) if call.name in _KEEPING | _FILLING else None


def parts(code: PythonCode, node: Node) -> list[Node]:
    """Return the expressions that a sum of strings, or an f-string, takes in between."""
    found: list[Node] = []
    left = [node]
    while left:
        one = left.pop()
        if one.type in ("binary_operator", "parenthesized_expression", "concatenated_string"):
            left += reversed(one.named_children)
        elif one.type == "string":
            for child in one.children:
                if child.type == "interpolation":
                    inner = child.child_by_field_name("expression") or child.named_children[0]
                    found.append(inner)
        else:
            found.append(one)
    return found


def _segments(code: PythonCode, node: Node, literals: list[Literal]) -> list[Segment] | None:
    """Return the segments of an expression; None where a literal cannot be read."""
    if node.type == "string":
        read = segments_of(code.file.data, node, len(literals))
        if read is None:
            return None
        literals.append(read[1])
        return read[0]
    if node.type in ("concatenated_string", "parenthesized_expression"):
        return _joined(
            code, [one for one in node.named_children if one.type != "comment"], literals
        )
    if node.type == "binary_operator":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is not None and right is not None and operator is not None:
            if operator.type == "+":
                return _joined(code, [left, right], literals)
            if operator.type == "%" and _has_literal(left):
                return _formatted(code, left, literals, Format.PERCENT)
    if node.type == "call":
        return _of_call(code, node, literals)
    return [Segment(b"", node.start_byte, node.end_byte, Kind.HOLE, -1)]


def _of_call(code: PythonCode, node: Node, literals: list[Literal]) -> list[Segment] | None:
    """Return the segments of a call that passes a text on, or fills it; a hole for any other."""
    hole = [Segment(b"", node.start_byte, node.end_byte, Kind.HOLE, -1)]
    call = code.call_of(node)
    if call is None:
        return hole
    receiver = None
    if call.function.type == "attribute":
        receiver = call.function.child_by_field_name("object")
    style = _template_style(code, node)
    if style is not None and call.positional:
        return _formatted(code, call.positional[0], literals, style)
    if call.name in _FILLING and receiver is not None and receiver.type == "call":
        return _segments(code, receiver, literals)
    if call.name == "format" and receiver is not None and _has_literal(receiver):
        return _formatted(code, receiver, literals, Format.BRACES)
    if call.name in _KEEPING:
        for inner in (receiver, *call.positional[:1]):
            if inner is not None and _has_literal(inner):
                return _segments(code, inner, literals)
    return hole


def _template_style(code: PythonCode, node: Node) -> Format | None:
    """Return the format of a template that a call makes; None where it makes none."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    styles = {_TEMPLATES.get(meaning) for meaning in code.meanings(function)}
    return styles.pop() if len(styles) == 1 else None


def _joined(code: PythonCode, nodes: list[Node], literals: list[Literal]) -> list[Segment] | None:
    found: list[Segment] = []
    for node in nodes:
        segments = _segments(code, node, literals)
        if segments is None:
            return None
        found += segments
    return found


def _formatted(
    code: PythonCode, node: Node, literals: list[Literal], style: Format
) -> list[Segment] | None:
    segments = _segments(code, node, literals)
    return None if segments is None else formatted(segments, literals, style)


def _has_literal(node: Node) -> bool:
    """Tell whether a string literal is part of the text that an expression stands for."""
    if node.type in ("string", "concatenated_string"):
        return True
    if node.type in ("binary_operator", "parenthesized_expression"):
        return any(_has_literal(child) for child in node.named_children)
    if node.type == "call":
        function = node.child_by_field_name("function")
        receiver = function.child_by_field_name("object") if function is not None else None
        arguments = node.child_by_field_name("arguments")
        inner = [receiver, *(arguments.named_children[:1] if arguments is not None else ())]
        return any(one is not None and _has_literal(one) for one in inner)
    return False
