"""Queries on libclang cursors that its Python bindings do not offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from clang.cindex import AccessSpecifier, Cursor, CursorKind, TypeKind, conf

RECORDS = {
    CursorKind.STRUCT_DECL,
    CursorKind.UNION_DECL,
    CursorKind.CLASS_DECL,
}
_ELABORATED = re.compile(r"\b(?:struct|enum|union|class)\s+")
_TEMPLATE_PARAMETERS = {
    CursorKind.TEMPLATE_TYPE_PARAMETER,
    CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
}
_MEMBERS = {CursorKind.FIELD_DECL, CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE}
_PUBLIC = {AccessSpecifier.PUBLIC, AccessSpecifier.NONE, AccessSpecifier.INVALID}


def top_level(cursor: Cursor) -> Iterator[Cursor]:
    """Yield the declarations of a file or namespace, those in `extern "C"` blocks among them."""
    for child in cursor.get_children():
        if child.kind in (CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
            yield from top_level(child)
        else:
            yield child


def template_parameters(cursor: Cursor) -> tuple[str, ...]:
    """Return the names of a template's parameters; none for what is no template."""
    return tuple(
        child.spelling for child in cursor.get_children() if child.kind in _TEMPLATE_PARAMETERS
    )


def spellings(type_: Any) -> tuple[str, str]:
    """Return a type's spelling and its canonical spelling, without elaborated keywords."""
    return (
        _ELABORATED.sub("", type_.spelling),
        _ELABORATED.sub("", type_.get_canonical().spelling),
    )


def kind_of(type_: Any) -> TypeKind | None:
    """Return a type's kind, or None for those that the bindings have no name for."""
    try:
        return type_.kind
    except ValueError:
        return None


#: CUDA's headers write a default for C++ alone as a macro, whose end is not the parameter's.
_DEFAULT_MACRO = re.compile(r"\b__dv \( (.*?)(?: \))?\Z")


def has_default(parameter: Cursor) -> bool:
    """Whether a call may leave a parameter out."""
    return any(child.kind.is_expression() for child in parameter.get_children())


def default_of(parameter: Cursor) -> str:
    """Return the argument that a call may leave out, as the header writes it; else nothing."""
    if not has_default(parameter):
        return ""
    text = " ".join(token.spelling for token in parameter.get_tokens())
    macro = _DEFAULT_MACRO.search(text)
    return macro[1] if macro else text.partition("=")[2].strip()


def members(record: Cursor) -> Iterator[str]:
    """Yield the names of a record's public fields and methods, anonymous members' included."""
    for child in record.get_children():
        if child.kind in RECORDS and child.is_anonymous():
            yield from members(child)
        elif (
            child.kind in _MEMBERS
            and child.access_specifier in _PUBLIC
            and re.fullmatch(r"[A-Za-z]\w*", child.spelling)
            and child.spelling != record.spelling
        ):
            yield child.spelling


def is_inline(namespace: Cursor) -> bool:
    """Whether a namespace is inline; the bindings have no name for libclang's function."""
    return bool(conf.lib.clang_Cursor_isInlineNamespace(namespace))


def is_function_like(macro: Cursor) -> bool:
    """Whether a macro takes parameters; the bindings have no name for libclang's function."""
    return bool(conf.lib.clang_Cursor_isMacroFunctionLike(macro))
