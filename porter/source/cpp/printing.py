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
    places = [at for at in file.all_occurrences(name) if node.end_byte < at < function.end_byte]
    leaves = [file.tree.root_node.descendant_for_byte_range(at, at + 1) for at in places]
    return bool(leaves) and all(leaf is not None and is_printed(file, leaf) for leaf in leaves)
