"""Whether a value only goes to what prints it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.source.file import SourceFile

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
