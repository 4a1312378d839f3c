"""Decides whether what parses as a declaration is one, where the word before it may be a macro.

`CUERR cudaMemset(p, 0, n);` has the shape of a variable with an initializer. It is a macro without
a semicolon and a call behind it unless `CUERR` is known to be a type. To take a declaration for a
call costs little, for the name is then converted wherever it stands; to take a call for a
declaration leaves CUDA in the port.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from porter.source.cpp.declarations import Extent

if TYPE_CHECKING:
    from tree_sitter import Node

    from porter.source.file import SourceFile

_CAPITALS = re.compile(rb"[A-Z_][A-Z0-9_]*\Z")
_BY_CONVENTION = re.compile(rb"\w+_(?:t|type)\Z")
_QUALIFIERS = frozenset(("storage_class_specifier", "type_qualifier"))


def is_evident(
    declaration: Node,
    declarator: Node,
    extent: Extent,
    file: SourceFile,
    is_type: Callable[[bytes], bool],
) -> bool:
    """Tell whether `declaration` must be one, whatever the word in front of it means.

    Args:
        declaration: what declares the name.
        declarator: the part of it that names it.
        extent: where the name would be seen.
        file: the file that it stands in.
        is_type: tells which names are known to be types, beside those that the file says are.
    """
    if declaration.type not in ("declaration", "field_declaration"):
        return True
    word = declaration.child_by_field_name("type")
    if word is None or word.type != "type_identifier":
        return True
    if any(child.type in _QUALIFIERS for child in declaration.children):
        return True
    name = word.text or b""
    if is_type(name) or _BY_CONVENTION.match(name) or name in file.type_names:
        return True
    return _has_shape(declarator, extent, name)


def is_constructed(node: Node) -> bool:
    """Tell whether an identifier that is no API's names a variable with a constructor's arguments.

    `Field cudaOut(parameters);` is one: the word in front is not in capitals, as macros are. For a
    name of an API that would not be evidence enough.
    """
    declarator = node.parent
    declaration = declarator.parent if declarator is not None else None
    if declarator is None or declaration is None or declaration.type != "declaration":
        return False
    if declarator.type not in ("init_declarator", "function_declarator"):
        return False
    word = declaration.child_by_field_name("type")
    return word is not None and not _CAPITALS.match(word.text or b"")


def _has_shape(declarator: Node, extent: Extent, word: bytes) -> bool:
    """Tell whether what follows a word that may be a macro can only be declared."""
    if declarator.type == "init_declarator":
        value = declarator.child_by_field_name("value")
        return value is not None and value.type != "argument_list"
    if declarator.type == "function_declarator":
        return _takes_parameters(declarator, extent, word)
    if declarator.type in ("identifier", "field_identifier"):
        return extent is Extent.CLASS or (extent is not Extent.LOCAL and not _CAPITALS.match(word))
    return True


def _takes_parameters(function: Node, extent: Extent, word: bytes) -> bool:
    """Tell whether what stands in the parentheses are parameters, not arguments."""
    parameters = function.child_by_field_name("parameters")
    if parameters is None or parameters.has_error:
        return False
    if extent is Extent.CLASS or not _CAPITALS.match(word):
        return True
    return any(_is_parameter(one) for one in parameters.named_children)


def _is_parameter(node: Node) -> bool:
    kind = node.child_by_field_name("type")
    is_named = node.child_by_field_name("declarator") is not None
    return is_named or (kind is not None and kind.type == "primitive_type")
