"""Reads headers with libclang and collects what they declare."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit, TypeKind

from porter.derive.cursors import (
    RECORDS,
    default_of,
    has_default,
    is_function_like,
    is_inline,
    kind_of,
    members,
    spellings,
    template_parameters,
    top_level,
)
from porter.derive.declarations import Declaration, Parameter, Signature, Universe
from porter.derive.places import Places
from porter.errors import PorterError

_TYPEDEFS = {CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL}
#: Namespaces that only carry a version and that no user writes.
_VERSION_NAMESPACE = re.compile(r"(CUB|THRUST|HIPCUB|ROCPRIM|_V)_\w+$|__4$|__v1$")
#: The replacement of a macro that is another name: `name`, or CUDA's `__CUDA_API_PTDS ( name )`.
_ALIAS = re.compile(r"([A-Za-z_]\w*)|__CUDA(?:RT)?_API_PT\w+ \( (\w+) \)")


class Reader:
    """Collects the declarations of one translation unit.

    Args:
        roots: the include folders whose declarations count; others are the system's.
        version: of the header set.
        entries: the headers that users include; a name's header is the nearest of them.
        compiler: clang's own include folder, when its `__clang_hip*.h` headers count too.
    """

    def __init__(
        self,
        roots: Sequence[Path],
        version: str,
        entries: Sequence[str] = (),
        compiler: Path | None = None,
    ) -> None:
        self.places = Places(roots, entries, compiler)
        self.version = version
        self.declarations: dict[str, Declaration] = {}
        self.problems: list[str] = []
        self.standard: set[str] = set()

    def read(
        self,
        source: str,
        arguments: Sequence[str],
        language: str,
        pretended: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Parse `source` and add what the headers it includes declare.

        Args:
            source: `#include` lines.
            arguments: clang's arguments.
            language: the suffix of the pretended file: `cpp`, `cu` or `hip`.
            pretended: paths and texts of headers that need not be on the disk.

        Raises:
            PorterError: if clang cannot parse at all.
        """
        main = f"derive.{language}"
        options = (
            TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
            | TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
        )
        try:
            unit = Index.create().parse(
                main,
                list(arguments),
                unsaved_files=[(main, source), *pretended],
                options=options,
            )
        except Exception as error:
            raise PorterError(f"libclang could not parse the headers: {error}") from error
        self.problems += [str(d) for d in unit.diagnostics if d.severity >= 3]
        self.places.note_entries(unit)
        macros: list[Cursor] = []
        for cursor in top_level(unit.cursor):
            if cursor.kind == CursorKind.MACRO_DEFINITION:
                macros.append(cursor)
            else:
                self._collect(cursor, "")
        for cursor in macros:
            self._macro(cursor)

    def universe(self) -> Universe:
        """Return what was collected, with macros that rename functions resolved."""
        for declaration in self.declarations.values():
            if declaration.kind == "macro" and declaration.alias:
                self._resolve_alias(declaration)
        return Universe(
            self.version,
            self.declarations,
            self.places.headers(),
            frozenset(self.standard),
            self.problems,
        )

    def _add(self, cursor: Cursor, scope: str, kind: str, name: str = "") -> Declaration | None:
        place = self.places.of(cursor)
        name = name or cursor.spelling
        if place is None or not re.fullmatch(r"\w+", name):
            return None
        key = f"{scope}::{name}" if scope else name
        known = self.declarations.get(key)
        if known is not None and (known.kind == kind or known.kind == "function"):
            return known
        made = Declaration(name, scope, kind, *place)
        self.declarations[key] = made
        return made

    def _collect(self, cursor: Cursor, scope: str) -> None:
        kind = cursor.kind
        if self.places.of(cursor) is None:
            if not scope and not cursor.spelling.startswith("__"):
                self.standard.add(cursor.spelling)
            return
        if kind == CursorKind.NAMESPACE:
            self._namespace(cursor, scope)
        elif kind in (CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE):
            self._function(cursor, scope)
        elif kind == CursorKind.ENUM_DECL:
            self._enum(cursor, scope, cursor.spelling)
        elif kind in RECORDS:
            self._record(cursor, scope, cursor.spelling)
        elif kind in _TYPEDEFS:
            self._typedef(cursor, scope)
        elif kind in (CursorKind.CLASS_TEMPLATE, CursorKind.TYPE_ALIAS_TEMPLATE_DECL):
            self._class_template(cursor, scope)
        elif kind == CursorKind.VAR_DECL:
            self._add(cursor, scope, "variable")

    def _namespace(self, cursor: Cursor, scope: str) -> None:
        name = cursor.spelling
        inner = scope
        if name and not is_inline(cursor) and not _VERSION_NAMESPACE.match(name):
            inner = f"{scope}::{name}" if scope else name
            self._add(cursor, scope, "namespace")
        for child in top_level(cursor):
            self._collect(child, inner)

    def _function(self, cursor: Cursor, scope: str) -> None:
        added = self._add(cursor, scope, "function")
        if added is None or added.kind != "function":
            return
        parameters = tuple(
            Parameter(*spellings(child.type), has_default(child), child.spelling, default_of(child))
            for child in cursor.get_children()
            if child.kind == CursorKind.PARM_DECL
        )
        template = template_parameters(cursor)
        signature = Signature(Parameter(*spellings(cursor.result_type)), parameters, template)
        if signature not in added.signatures:
            added.signatures.append(signature)

    def _enum(self, cursor: Cursor, scope: str, name: str) -> None:
        constants = [c for c in cursor.get_children() if c.kind == CursorKind.ENUM_CONSTANT_DECL]
        if not constants:
            return
        named = "" if "(" in name else name
        if named:
            added = self._add(cursor, scope, "type", named)
            if added is not None:
                added.underlying = "enum"
                added.members = tuple(m.spelling for m in constants)
        inner = scope
        if cursor.is_scoped_enum():
            inner = f"{scope}::{named}" if scope else named
        for member in constants:
            made = self._add(member, inner, "enumerator")
            if made is not None:
                made.enum = made.enum or named
                made.value = member.enum_value

    def _class_template(self, cursor: Cursor, scope: str) -> None:
        added = self._add(cursor, scope, "template")
        if added is None or added.kind != "template":
            return
        added.template = template_parameters(cursor)
        added.members = tuple(dict.fromkeys(members(cursor))) or added.members

    def _record(self, cursor: Cursor, scope: str, name: str) -> None:
        if "(" in name:
            return
        added = self._add(cursor, scope, "type", name)
        if added is None:
            return
        added.underlying = added.underlying or "record"
        if cursor.is_definition():
            added.members = tuple(dict.fromkeys(members(cursor)))

    def _typedef(self, cursor: Cursor, scope: str) -> None:
        target = cursor.underlying_typedef_type
        declared = target.get_canonical().get_declaration()
        added = self._add(cursor, scope, "type")
        if added is None or added.kind != "type":
            return
        canonical = target.get_canonical()
        kind = kind_of(canonical)
        if kind == TypeKind.ENUM:
            added.underlying = "enum"
            constants = [
                c for c in declared.get_children() if c.kind == CursorKind.ENUM_CONSTANT_DECL
            ]
            added.members = tuple(m.spelling for m in constants)
            for member in constants:
                key = f"{scope}::{member.spelling}" if scope else member.spelling
                made = self.declarations.get(key)
                if made is not None and made.kind == "enumerator":
                    made.enum = cursor.spelling
                else:
                    self._enum(declared, scope, cursor.spelling)
                    break
        elif kind == TypeKind.RECORD:
            added.underlying = "record"
            if declared.is_definition() or declared.get_definition() is not None:
                definition = declared.get_definition() or declared
                added.members = tuple(dict.fromkeys(members(definition)))
        elif kind == TypeKind.POINTER:
            function = kind_of(canonical.get_pointee()) == TypeKind.FUNCTIONPROTO
            added.underlying = "function pointer" if function else "pointer"
        else:
            added.underlying = canonical.spelling

    def _macro(self, cursor: Cursor) -> None:
        place = self.places.of(cursor)
        if place is None:
            return
        name = cursor.spelling
        known = self.declarations.get(name)
        if known is not None and known.kind != "macro":
            return
        body = [t.spelling for t in cursor.get_tokens()][1:]
        made = Declaration(name, "", "macro", *place)
        if is_function_like(cursor):
            close = body.index(")")
            names = [t for t in body[1:close] if t != ","]
            made.signatures = [
                Signature(Parameter("", ""), tuple(Parameter("", "") for _ in names))
            ]
            body = body[close + 1 :]
        made.value = " ".join(body)
        alias = _ALIAS.fullmatch(made.value)
        if alias and not made.signatures:
            made.alias = alias[1] or alias[2]
        self.declarations[name] = made

    def _resolve_alias(self, macro: Declaration) -> None:
        seen = {macro.name}
        at = self.declarations.get(macro.alias)
        while at is not None and at.kind == "macro" and at.alias and at.name not in seen:
            seen.add(at.name)
            at = self.declarations.get(at.alias)
        if at is None or at.kind == "macro":
            return
        macro.alias = at.name
        macro.kind = at.kind
        macro.signatures = at.signatures
        macro.enum, macro.members, macro.underlying = at.enum, at.members, at.underlying
        macro.value = at.value
