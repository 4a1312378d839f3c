"""Reads headers with libclang and collects what they declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clang.cindex import (
    AccessSpecifier,
    Cursor,
    CursorKind,
    Index,
    TranslationUnit,
    TypeKind,
    conf,
)

from porter.derive.declarations import Declaration, Parameter, Signature, Universe
from porter.errors import PorterError

_ELABORATED = re.compile(r"\b(?:struct|enum|union|class)\s+")
_RECORDS = {
    CursorKind.STRUCT_DECL,
    CursorKind.UNION_DECL,
    CursorKind.CLASS_DECL,
}
_TEMPLATE_PARAMETERS = {
    CursorKind.TEMPLATE_TYPE_PARAMETER,
    CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
}
_MEMBERS = {CursorKind.FIELD_DECL, CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE}
_PUBLIC = {AccessSpecifier.PUBLIC, AccessSpecifier.NONE, AccessSpecifier.INVALID}
_TYPEDEFS = {CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL}
#: Parts of a path that say that a header is not to be included by a user.
_PRIVATE = re.compile(
    r"(^|/)(amd_detail|nvidia_detail|detail|internal|backend|crt|impl|nvtxDetail)/"
)
#: HIP's headers for AMD GPUs, each of which has a public one of nearly the same name.
_AMD_DETAIL = re.compile(r"hip/amd_detail/amd_(\w+\.h)")
#: Namespaces that only carry a version and that no user writes.
_VERSION_NAMESPACE = re.compile(r"(CUB|THRUST|HIPCUB|ROCPRIM|_V)_\w+$|__4$|__v1$")
#: Stands for the headers that the compiler itself includes before HIP code.
COMPILER_HEADER = "<clang>"
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
        self.roots = [str(root.resolve()) + "/" for root in roots]
        self.entries = frozenset(entries)
        self.compiler = "" if compiler is None else str(compiler.resolve()) + "/__clang_"
        self.version = version
        self.declarations: dict[str, Declaration] = {}
        self.problems: list[str] = []
        self._entry: dict[str, str] = {}
        self._relative: dict[str, str | None] = {}
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
        self._note_entries(unit)
        macros: list[Cursor] = []
        for cursor in self._top_level(unit.cursor):
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
        headers: set[str] = set()
        for root in self.roots:
            base = Path(root)
            headers.update(
                p.relative_to(base).as_posix()
                for p in base.rglob("*")
                if p.suffix in {".h", ".hpp", ".cuh", ".inl", ""} and p.is_file()
            )
        return Universe(
            self.version,
            self.declarations,
            frozenset(headers),
            frozenset(self.standard),
            self.problems,
        )

    def _note_entries(self, unit: TranslationUnit) -> None:
        """Remember for each file the nearest public header on the way to it."""
        parents: dict[str, str] = {}
        for inclusion in unit.get_includes():
            parents.setdefault(str(inclusion.include), str(inclusion.source))
        for name in parents:
            own = self._relative_name(name)
            if own is None:
                continue
            way: list[str] = []
            at: str | None = name
            while at is not None:
                way.append(self._relative_name(at) or "")
                at = parents.get(at)
            way = [_AMD_DETAIL.sub(r"hip/\1", header) for header in way]
            named = [header for header in way if header in self.entries]
            public = [header for header in way if header and not _PRIVATE.search(header)]
            self._entry.setdefault(own, (named or public or [own])[0])

    def _relative_name(self, name: str) -> str | None:
        """Return a file's name below an include folder, or None when it is the system's."""
        if name not in self._relative:
            path = str(Path(name).resolve())
            if self.compiler and path.startswith(self.compiler):
                self._relative[name] = COMPILER_HEADER
                self._entry[COMPILER_HEADER] = "hip/hip_runtime.h"
                return COMPILER_HEADER
            self._relative[name] = next(
                (path[len(root) :] for root in self.roots if path.startswith(root)), None
            )
        return self._relative[name]

    def _place(self, cursor: Cursor) -> tuple[str, str] | None:
        """Return the file of a cursor and the public header that brings it in."""
        file = cursor.location.file
        if file is None:
            return None
        relative = self._relative_name(file.name)
        if relative is None:
            return None
        return relative, self._entry.get(relative, relative)

    def _top_level(self, cursor: Cursor) -> Iterator[Cursor]:
        for child in cursor.get_children():
            if child.kind in (CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
                yield from self._top_level(child)
            else:
                yield child

    def _add(self, cursor: Cursor, scope: str, kind: str, name: str = "") -> Declaration | None:
        place = self._place(cursor)
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
        if self._place(cursor) is None:
            if not scope and not cursor.spelling.startswith("__"):
                self.standard.add(cursor.spelling)
            return
        if kind == CursorKind.NAMESPACE:
            self._namespace(cursor, scope)
        elif kind in (CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE):
            self._function(cursor, scope)
        elif kind == CursorKind.ENUM_DECL:
            self._enum(cursor, scope, cursor.spelling)
        elif kind in _RECORDS:
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
        if name and not _is_inline(cursor) and not _VERSION_NAMESPACE.match(name):
            inner = f"{scope}::{name}" if scope else name
            self._add(cursor, scope, "namespace")
        for child in self._top_level(cursor):
            self._collect(child, inner)

    def _function(self, cursor: Cursor, scope: str) -> None:
        added = self._add(cursor, scope, "function")
        if added is None or added.kind != "function":
            return
        parameters = tuple(
            Parameter(*_type(child.type), _has_default(child), child.spelling)
            for child in cursor.get_children()
            if child.kind == CursorKind.PARM_DECL
        )
        template = tuple(
            child.spelling for child in cursor.get_children() if child.kind in _TEMPLATE_PARAMETERS
        )
        signature = Signature(Parameter(*_type(cursor.result_type)), parameters, template)
        if signature not in added.signatures:
            added.signatures.append(signature)

    def _enum(self, cursor: Cursor, scope: str, name: str) -> None:
        members = [c for c in cursor.get_children() if c.kind == CursorKind.ENUM_CONSTANT_DECL]
        if not members:
            return
        named = "" if "(" in name else name
        if named:
            added = self._add(cursor, scope, "type", named)
            if added is not None:
                added.underlying = "enum"
                added.members = tuple(m.spelling for m in members)
        inner = scope
        if cursor.is_scoped_enum():
            inner = f"{scope}::{named}" if scope else named
        for member in members:
            made = self._add(member, inner, "enumerator")
            if made is not None:
                made.enum = made.enum or named
                made.value = member.enum_value

    def _class_template(self, cursor: Cursor, scope: str) -> None:
        added = self._add(cursor, scope, "template")
        if added is None or added.kind != "template":
            return
        added.template = tuple(
            child.spelling for child in cursor.get_children() if child.kind in _TEMPLATE_PARAMETERS
        )
        added.members = tuple(dict.fromkeys(_members(cursor))) or added.members

    def _record(self, cursor: Cursor, scope: str, name: str) -> None:
        if "(" in name:
            return
        added = self._add(cursor, scope, "type", name)
        if added is None:
            return
        added.underlying = added.underlying or "record"
        if cursor.is_definition():
            added.members = tuple(dict.fromkeys(_members(cursor)))

    def _typedef(self, cursor: Cursor, scope: str) -> None:
        target = cursor.underlying_typedef_type
        declared = target.get_canonical().get_declaration()
        added = self._add(cursor, scope, "type")
        if added is None or added.kind != "type":
            return
        canonical = target.get_canonical()
        kind = _kind(canonical)
        if kind == TypeKind.ENUM:
            added.underlying = "enum"
            members = [
                c for c in declared.get_children() if c.kind == CursorKind.ENUM_CONSTANT_DECL
            ]
            added.members = tuple(m.spelling for m in members)
            for member in members:
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
                added.members = tuple(dict.fromkeys(_members(definition)))
        elif kind == TypeKind.POINTER:
            function = _kind(canonical.get_pointee()) == TypeKind.FUNCTIONPROTO
            added.underlying = "function pointer" if function else "pointer"
        else:
            added.underlying = canonical.spelling

    def _macro(self, cursor: Cursor) -> None:
        place = self._place(cursor)
        if place is None:
            return
        name = cursor.spelling
        known = self.declarations.get(name)
        if known is not None and known.kind != "macro":
            return
        body = [t.spelling for t in cursor.get_tokens()][1:]
        made = Declaration(name, "", "macro", *place)
        if _is_function_like(cursor):
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


def _type(type_: Any) -> tuple[str, str]:
    """Return a type's spelling and its canonical spelling, without elaborated keywords."""
    return (
        _ELABORATED.sub("", type_.spelling),
        _ELABORATED.sub("", type_.get_canonical().spelling),
    )


def _kind(type_: Any) -> TypeKind | None:
    """Return a type's kind, or None for those that the bindings have no name for."""
    try:
        return type_.kind
    except ValueError:
        return None


def _has_default(parameter: Cursor) -> bool:
    return any(child.kind.is_expression() for child in parameter.get_children())


def _members(record: Cursor) -> Iterator[str]:
    """Yield the names of a record's public fields and methods, anonymous members' included."""
    for child in record.get_children():
        if child.kind in _RECORDS and child.is_anonymous():
            yield from _members(child)
        elif (
            child.kind in _MEMBERS
            and child.access_specifier in _PUBLIC
            and re.fullmatch(r"[A-Za-z]\w*", child.spelling)
            and child.spelling != record.spelling
        ):
            yield child.spelling


def _is_inline(namespace: Cursor) -> bool:
    """Whether a namespace is inline; the bindings have no name for libclang's function."""
    return bool(conf.lib.clang_Cursor_isInlineNamespace(namespace))


def _is_function_like(macro: Cursor) -> bool:
    """Whether a macro takes parameters; the bindings have no name for libclang's function."""
    return bool(conf.lib.clang_Cursor_isMacroFunctionLike(macro))
