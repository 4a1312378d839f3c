"""Whether a value only goes to what prints it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.source.file import SourceFile
from porter.source.text.spans import Use

if TYPE_CHECKING:
    from tree_sitter import Node

_PRINTS = re.compile(rb"print|log|write|format|append|json|msg|message", re.IGNORECASE)
_STATEMENTS = ("expression_statement", "declaration", "return_statement", "translation_unit")


def is_printed(file: SourceFile, node: Node) -> bool:
    """Tell whether the value of an expression goes straight to what prints it."""
    at = node
    while at.parent is not None and at.parent.type not in _STATEMENTS:
        above = at.parent
        if above.type == "binary_expression":
            sign = above.child_by_field_name("operator")
            text = b"" if sign is None else file.code[sign.start_byte : sign.end_byte]
            return text == b"<<" and above.child_by_field_name("right") == at
        if above.type == "argument_list" and above.parent is not None:
            function = above.parent.child_by_field_name("function")
            name = b"" if function is None else file.data[function.start_byte : function.end_byte]
            has_text = any(child.type == "string_literal" for child in above.named_children)
            return has_text or _PRINTS.search(name) is not None or b"to_string" in name
        at = above
    return False


def is_only_printed(file: SourceFile, asked: Use) -> bool:
    """Tell whether the variable that a call fills with what it is asked for is only printed.

    Args:
        file: the file.
        asked: an argument of the call; the variable is its first.
    """
    node: Node | None = file.tree.root_node.descendant_for_byte_range(asked.start, asked.end)
    while node is not None and node.type != "argument_list":
        node = node.parent
    function = node
    while function is not None and function.type != "function_definition":
        function = function.parent
    if node is None or function is None:
        return False
    first = node.named_children[0]
    name = file.code[first.start_byte : first.end_byte].lstrip(b"&")
    if name not in file.names:
        return False
    # The rest of the function alone, up to the first use that prints nothing: many calls may ask.
    word = re.compile(rb"(?<![\w\x80-\xff])" + re.escape(name) + rb"(?![\w\x80-\xff])")
    is_found = False
    for match in word.finditer(file.code, node.end_byte + 1, function.end_byte):
        is_found = True
        leaf = file.tree.root_node.descendant_for_byte_range(match.start(), match.start() + 1)
        if leaf is None or not is_printed(file, leaf):
            return False
    return is_found
