"""Decides where in a file a name is the project's own, given all definitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from porter.source.cpp.declarations import CLASSES, Extent, declared_name
from porter.source.cpp.definitions import Definition
from porter.source.file import SourceFile
from porter.source.text.trees import TooLargeToParse

if TYPE_CHECKING:
    from tree_sitter import Node


def own_places(
    file: SourceFile, seen: Sequence[Definition], local: Iterable[Definition]
) -> dict[bytes, frozenset[int]]:
    """Return the offsets at which names stand for what the project defines.

    Args:
        file: the file.
        seen: definitions in the file and in what it includes, directly or not.
        local: of these, the ones of the file itself.

    Returns:
        Name -> offsets; a name that is CUDA's everywhere is left out.
    """
    own: dict[bytes, set[int]] = {}
    places: Iterable[int]
    for definition in local:
        if definition.extent is Extent.LOCAL:
            low, high = definition.span
            places = (at for at in _unqualified(file, definition.name) if low <= at < high)
            own.setdefault(definition.name, set()).update(places)
    for definition in seen:
        if definition.extent is Extent.FILE:
            places = _global(file, definition.name)
        elif definition.extent is Extent.LOCAL:
            continue
        else:
            places = (
                at for at in _unqualified(file, definition.name) if _is_within(file, at, definition)
            )
        own.setdefault(definition.name, set()).update(places)
    return {name: frozenset(places) for name, places in own.items() if places}


def wholly_own(seen: Iterable[Definition]) -> frozenset[bytes]:
    """Return the names that are the project's in all of a file that sees these definitions."""
    return frozenset(one.name for one in seen if one.extent is Extent.FILE)


def counted(definitions: Mapping[str, Sequence[Definition]]) -> dict[str, tuple[Definition, ...]]:
    """Leave out prototypes of functions that no file of the project defines.

    Args:
        definitions: path -> what that file defines or declares.
    """
    bodies = {
        (one.name, one.scope) for found in definitions.values() for one in found if one.has_body
    }
    kept = {
        path: tuple(one for one in found if one.has_body or (one.name, one.scope) in bodies)
        for path, found in definitions.items()
    }
    return {path: found for path, found in kept.items() if found}


def _unqualified(file: SourceFile, name: bytes) -> Iterable[int]:
    return (at for at in file.all_occurrences(name) if file.qualifier(at) is None)


def _global(file: SourceFile, name: bytes) -> Iterable[int]:
    return (at for at in file.all_occurrences(name) if not file.qualifier(at))


def _is_within(file: SourceFile, at: int, definition: Definition) -> bool:
    """Tell whether the place is in the class or namespace, or in a function of it."""
    try:
        node = file.tree.root_node.descendant_for_byte_range(at, at)
    except TooLargeToParse:
        return True
    wanted = definition.scope[-1]
    is_class = definition.extent is Extent.CLASS
    while node is not None:
        if node.type == "function_definition":
            if wanted in _owners(node):
                return True
        elif node.type in CLASSES and is_class:
            if declared_name(node) == wanted or wanted in _bases(node):
                return True
        elif node.type == "namespace_definition" and not is_class:
            is_within = wanted in declared_name(node).split(b"::")
            if is_within:
                return True
        node = node.parent
    return False


def _owners(function: Node) -> list[bytes]:
    """Return the scopes in front of the name of a function defined outside its class."""
    declarator = function.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    name = None if declarator is None else declarator.child_by_field_name("declarator")
    if name is None or name.type != "qualified_identifier":
        return []
    parts = (name.text or b"").split(b"::")[:-1]
    return [part.split(b"<")[0].strip() for part in parts]


def _bases(specifier: Node) -> list[bytes]:
    clause = next(
        (child for child in specifier.children if child.type == "base_class_clause"), None
    )
    if clause is None:
        return []
    return [
        (child.text or b"").split(b"<")[0].rpartition(b"::")[2].strip()
        for child in clause.named_children
        if child.type in ("type_identifier", "qualified_identifier", "template_type")
    ]
