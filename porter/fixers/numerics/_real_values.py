"""Tells whether an expression is seen to be a floating-point number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.fixers.numerics._declarations import DECLARATORS, Declared
from porter.source import SourceFile
from porter.source.cpp.functions import DeviceFunction, functions_of
from porter.source.once import once_for_each_file

if TYPE_CHECKING:
    from tree_sitter import Node

#: What declares floating-point numbers, their arrays, pointers and vectors.
REALS = re.compile(rb"\b(?:float|double)[1234]?" + DECLARATORS)
#: Functions that give floating-point numbers, and those that give what they are given.
REAL = re.compile(
    rb"(?:std::|::)?(?:round|rint|nearbyint|floor|ceil|trunc|sqrt|exp|exp2|log|log2|log10|pow|fabs"
    rb"|fmin|fmax|fma|fmod|sin|cos)f?"
    rb"|__(?:saturatef|fdividef|expf|powf|fmaf_rn|fmul_rn|fadd_rn)|float|double"
    rb"|static_cast[ \t]*+<[ \t]*+(?:float|double)[ \t]*+>"
)
_NUMBER = re.compile(rb"\d*+\.\d*+(?:[eE][-+]?\d++)?+[fF]?|\d++[eE][-+]?\d++[fF]?")
_RESULT = re.compile(rb"\b(?:float|double)[ \t]++\Z")
_GIVEN = re.compile(rb"(?:std::|::)?(?:min|max|abs)")
_NAME = re.compile(rb"[A-Za-z_]\w*+")
#: Nodes whose value is that of their parts, and those that name something by their first part.
_OF_PARTS = frozenset(("parenthesized_expression", "unary_expression", "argument_list"))
_OF_FIRST = frozenset(("subscript_expression", "field_expression", "pointer_expression"))
_COMPARED = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||", "%", "&", "|", "<<", ">>"))


def is_real(file: SourceFile, value: Node, reals: Declared) -> bool:
    """Tell whether an expression is seen to be floating-point.

    Args:
        file: the file.
        value: the expression.
        reals: what its function declares with the types of `REALS`, or some of them.
    """
    left = [value]
    while left:
        node = left.pop()
        text = file.code[node.start_byte : node.end_byte]
        if node.type in _OF_FIRST:
            name = None if text.startswith(b"&") else _NAME.search(text)
            if name is not None and reals.has(name.group()):
                return True
        elif node.type == "binary_expression":
            sign = node.child_by_field_name("operator")
            if sign is None or sign.type not in _COMPARED:
                left += node.named_children
        elif node.type == "conditional_expression":
            left += node.named_children[1:]
        elif node.type == "cast_expression":
            to = node.child_by_field_name("type")
            if to is not None and file.code[to.start_byte : to.end_byte] in (b"float", b"double"):
                return True
        elif node.type == "call_expression":
            called = node.child_by_field_name("function")
            name_text = text if called is None else text[: called.end_byte - called.start_byte]
            if REAL.fullmatch(name_text) or name_text in _own_functions(file):
                return True
            if _GIVEN.fullmatch(name_text):
                left += [one for one in node.named_children if one.type == "argument_list"]
        elif node.type in _OF_PARTS:
            left += node.named_children
        elif reals.is_value(text) or _NUMBER.fullmatch(text):
            return True
    return False


@once_for_each_file
def _own_functions(file: SourceFile) -> frozenset[bytes]:
    """Return the device functions of a file that return floating-point numbers."""
    return frozenset(
        function.name
        for function in functions_of(file)
        if function.name
        and _returns_real(file.code[function.start : function.body_start], function)
    )


def _returns_real(head: bytes, function: DeviceFunction) -> bool:
    return _RESULT.search(head.partition(function.name)[0]) is not None
