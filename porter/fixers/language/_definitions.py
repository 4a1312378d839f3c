"""Functions of the global scope: where they begin and end, in lines that can be guarded whole."""

from __future__ import annotations

import re

from tree_sitter import Node

from porter.source import SourceFile
from porter.source.cpp.declarations import Extent, scope_of
from porter.source.text.trees import TooLargeToParse

_LINE_END = re.compile(rb"[ \t\r\f\v;]*\n")


def head(file: SourceFile, start: int) -> int:
    """Return where the declaration that holds `start` begins."""
    at = file.statement_start(start)
    for directive in file.directives_from(at):
        if directive.end > start:
            break
        at = directive.end
    return file.next(at)


def whole_lines(file: SourceFile, start: int, end: int) -> tuple[int, int] | None:
    """Return the lines of a definition, None when it shares them or lies in a macro."""
    before = file.previous(start) + 1
    first = file.code.rfind(b"\n", before, start) + 1
    behind = _LINE_END.match(file.code, end)
    if behind is None or (first == 0 and before > 0) or file.directive_at(start) is not None:
        return None
    return first, behind.end()


def global_function(file: SourceFile, start: int, end: int) -> Node | None:
    """Return the function of the global scope that a name declares or defines.

    Args:
        file: the file.
        start: where the name begins.
        end: where it ends.

    Returns:
        The node of the whole declaration; None when the name declares no function there, or a
        template's.
    """
    try:
        node = file.tree.root_node.descendant_for_byte_range(start, end)
    except TooLargeToParse:
        return None
    if node is None or node.parent is None or node.parent.type != "function_declarator":
        return None
    if node.parent.child_by_field_name("declarator") != node:
        return None
    whole: Node | None = node.parent
    while whole is not None and whole.type not in ("function_definition", "declaration"):
        whole = whole.parent
    if whole is None or (whole.parent is not None and whole.parent.type == "template_declaration"):
        return None
    extent, scope, _ = scope_of(whole, "function")
    return whole if extent is Extent.FILE and not scope else None
