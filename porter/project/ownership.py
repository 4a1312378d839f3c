"""Decides where in a file a name is the project's own, given all definitions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from porter.source.cpp.declarations import CLASSES, Extent, declared_name
from porter.source.cpp.definitions import Definition
from porter.source.file import SourceFile
from porter.source.text.spans import Span
from porter.source.text.trees import TooLargeToParse

if TYPE_CHECKING:
    from tree_sitter import Node

#: A class or a namespace, and its name.
Scope = tuple[Extent, bytes]


def own_places(
    file: SourceFile, seen: Sequence[Definition], local: Iterable[Definition]
) -> dict[bytes, frozenset[int]]:
    """Return the offsets at which names stand for what the project defines.

    Every name is looked for once, however often it is defined.

    Args:
        file: the file.
        seen: definitions in the file and in what it includes, directly or not.
        local: of these, the ones of the file itself.

    Returns:
        Name -> offsets; a name that is CUDA's everywhere is left out.
    """
    spans: dict[bytes, list[Span]] = {}
    for one in local:
        if one.extent is Extent.LOCAL:
            spans.setdefault(one.name, []).append(one.span)
    scopes: dict[bytes, set[Scope]] = {}
    for one in seen:
        if one.extent in (Extent.CLASS, Extent.NAMESPACE):
            scopes.setdefault(one.name, set()).add((one.extent, one.scope[-1]))
    own: dict[bytes, frozenset[int]] = {}
    everywhere = wholly_own(seen)
    for name in everywhere | spans.keys() | scopes.keys():
        places = set(_global(file, name) if name in everywhere else ())
        if name in spans or name in scopes:
            unqualified = list(_unqualified(file, name))
            places.update(_in_spans(unqualified, spans.get(name, [])))
            places.update(_in_scopes(file, unqualified, scopes.get(name, set())))
        if places:
            own[name] = frozenset(places)
    return own


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


def _in_spans(places: Sequence[int], spans: Iterable[Span]) -> Iterator[int]:
    """Yield those of `places`, which are in order, that are in one of the spans."""
    at = done = 0
    for low, high in sorted(spans):
        at = max(at, bisect_left(places, low))
        done = max(done, high)
        while at < len(places) and places[at] < done:
            yield places[at]
            at += 1


def _in_scopes(file: SourceFile, places: Iterable[int], wanted: Set[Scope]) -> Iterable[int]:
    """Return the places in a class or namespace, or in a function of it."""
    if not wanted:
        return ()
    try:
        root = file.tree.root_node
    except TooLargeToParse:
        return places
    return (at for at in places if not wanted.isdisjoint(_scopes_around(root, at)))


def _scopes_around(root: Node, at: int) -> Iterator[Scope]:
    """Yield the classes and namespaces that a place is in, those of its function among them."""
    node = root.descendant_for_byte_range(at, at)
    while node is not None:
        if node.type == "function_definition":
            for owner in _owners(node):
                yield Extent.CLASS, owner
                yield Extent.NAMESPACE, owner
        elif node.type in CLASSES:
            for name in (declared_name(node), *_bases(node)):
                yield Extent.CLASS, name
        elif node.type == "namespace_definition":
            for name in declared_name(node).split(b"::"):
                yield Extent.NAMESPACE, name
        node = node.parent


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
