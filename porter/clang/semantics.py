"""Types, declarations and call sites of a CUDA file, as a C++ compiler sees them.

libclang parses the file as CUDA, once, when a rule asks, with the project's flags and CUDA's
headers. Without headers there is no answer, and with headers of other libraries missing (PyTorch's
are left out on purpose) only some: rules stay careful then and say that types are unknown. It costs
about 0.8 s and 150 MB a file.
"""

from __future__ import annotations

import atexit
import os
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from porter.files.real_path import real_path
from porter.source.file import SourceFile

if TYPE_CHECKING:
    from clang.cindex import Cursor, TranslationUnit

    from porter.options import Options

#: Macros are recorded; parsing goes on behind what is fatal to a compiler, as a missing header.
_HOW = 0x001 | 0x200


class Declared(NamedTuple):
    """What a name refers to.

    Attributes:
        name: the name, qualified.
        kind: `function`, `variable`, `parameter`, `type`, `enumerator`, `member`, `template` …
        path: the file that declares it.
        line: where in it.
        is_cudas: whether a header of CUDA's or of the compiler's declares it.
    """

    name: str
    kind: str
    path: str
    line: int
    is_cudas: bool


class Unavailable(NamedTuple):
    """Why there are no answers, to be told in findings: `types unknown: …`."""

    reason: str


class Semantics:
    """The parsed file. Offsets are those of the source file.

    Args:
        unit: the translation unit.
        name: how the file is called in it.
        cuda: folders of CUDA's headers and of the compiler's.
    """

    def __init__(self, unit: TranslationUnit, name: str, cuda: tuple[Path, ...]) -> None:
        self._unit = unit
        self._name = name
        self._levels: dict[tuple[int, int], _Level] = {}
        self._cuda = tuple(str(real_path(folder)) + "/" for folder in cuda)

    @property
    def errors(self) -> list[str]:
        """What the parser could not make sense of in the file itself."""
        return [
            f"{d.location.line}: {d.spelling}"
            for d in self._unit.diagnostics
            if d.severity >= 3
            and d.location.file is not None
            and d.location.file.name == self._name
        ]

    def type_of(self, start: int, end: int) -> str | None:
        """Return the canonical type of the expression that is just `data[start:end]`.

        Returns:
            The type as clang writes it, `unsigned int` or `const float *`, before conversions to
            what is wanted there; None when there is no such expression, or its type is not known or
            depends on a template parameter.
        """
        for cursor in reversed(self._around(start)):
            extent = cursor.extent
            if extent.start.offset != start or extent.end.offset != end:
                continue
            if not cursor.kind.is_expression():
                continue
            kind = cursor.type.get_canonical()
            spelling = str(kind.spelling)
            if spelling and "dependent" not in spelling and kind.kind.name not in _UNKNOWN:
                return spelling
        return None

    def declaration(self, offset: int) -> Declared | None:
        """Return what the name at `offset` refers to, or declares; None when that is not known."""
        from clang.cindex import Cursor, SourceLocation

        place = SourceLocation.from_offset(self._unit, self._file(), offset)
        cursor = Cursor.from_location(self._unit, place)
        target = cursor.referenced
        if target is None or target.location.file is None or target.kind.name in _UNRESOLVED:
            return None
        path = str(target.location.file.name)
        resolved = str(real_path(path))
        return Declared(
            _qualified(target),
            _KINDS.get(target.kind.name, target.kind.name.removesuffix("_DECL").lower()),
            path,
            int(target.location.line),
            resolved.startswith(self._cuda),
        )

    def sides(self, offset: int) -> frozenset[str]:
        """Return where the function around `offset` runs: of `kernel`, `device` and `host`."""
        from clang.cindex import CursorKind

        found: frozenset[str] = frozenset()
        for cursor in self._around(offset):
            if cursor.kind.name not in _FUNCTIONS:
                continue
            kinds = {child.kind for child in cursor.get_children()}
            sides = {
                name
                for name, kind in (
                    ("kernel", CursorKind.CUDAGLOBAL_ATTR),
                    ("device", CursorKind.CUDADEVICE_ATTR),
                    ("host", CursorKind.CUDAHOST_ATTR),
                )
                if kind in kinds
            }
            found = frozenset(sides or {"host"})
        return found

    @cached_property
    def _outermost(self) -> _Level:
        """The declarations of the file itself, in order."""
        return _Level(
            cursor
            for cursor in self._unit.cursor.get_children()
            if cursor.location.file is not None and cursor.location.file.name == self._name
        )

    def _file(self) -> object:
        from clang.cindex import File

        return File.from_name(self._unit, self._name)

    def _around(self, offset: int) -> list[Cursor]:
        """Return the cursors of the file that hold `offset`, outer ones first."""
        found: list[Cursor] = []
        level = self._outermost.around(offset)
        while level:
            found += level
            level = [one for cursor in level for one in self._inside(cursor).around(offset)]
        return found

    def _inside(self, cursor: Cursor) -> _Level:
        """Return what a cursor holds; looked up once, since a body may hold thousands."""
        key = (cursor.hash, cursor.extent.start.offset)
        level = self._levels.get(key)
        if level is None:
            level = self._levels[key] = _Level(cursor.get_children())
        return level


class _Level:
    """Cursors beside one another, found by the offsets that they hold.

    Args:
        cursors: they may overlap, as the variables of one declaration do.
    """

    def __init__(self, cursors: Iterable[Cursor]) -> None:
        spans = ((one.extent.start.offset, one.extent.end.offset, one) for one in cursors)
        self._spans = sorted(spans, key=lambda span: span[0])
        self._starts = [span[0] for span in self._spans]
        self._furthest = list(accumulate((span[1] for span in self._spans), max))

    def around(self, offset: int) -> list[Cursor]:
        """Return the cursors that hold `offset`, in order."""
        found: list[Cursor] = []
        at = bisect_right(self._starts, offset) - 1
        while at >= 0 and self._furthest[at] > offset:
            if self._spans[at][1] > offset:
                found.append(self._spans[at][2])
            at -= 1
        return found[::-1]


_FUNCTIONS = frozenset(
    "FUNCTION_DECL CXX_METHOD FUNCTION_TEMPLATE CONSTRUCTOR DESTRUCTOR CONVERSION_FUNCTION".split()
)
_UNKNOWN = frozenset("INVALID DEPENDENT OVERLOAD UNEXPOSED".split())
#: A name that depends on a template parameter, or that nobody declares.
_UNRESOLVED = frozenset(("OVERLOADED_DECL_REF",))
_KINDS = {
    "FUNCTION_DECL": "function",
    "FUNCTION_TEMPLATE": "template",
    "CLASS_TEMPLATE": "template",
    "VAR_DECL": "variable",
    "PARM_DECL": "parameter",
    "ENUM_CONSTANT_DECL": "enumerator",
    "CXX_METHOD": "method",
    "FIELD_DECL": "member",
    "STRUCT_DECL": "type",
    "CLASS_DECL": "type",
    "ENUM_DECL": "type",
    "UNION_DECL": "type",
    "TYPEDEF_DECL": "type",
    "TYPE_ALIAS_DECL": "type",
    "MACRO_DEFINITION": "macro",
}


def _qualified(cursor: Cursor) -> str:
    parts = [str(cursor.spelling)]
    parent = cursor.semantic_parent
    while parent is not None and parent.kind.name != "TRANSLATION_UNIT":
        if parent.spelling:
            parts.append(str(parent.spelling))
        parent = parent.semantic_parent
    return "::".join(reversed(parts))


def _is_slow(folder: Path) -> bool:
    """Tell whether a folder holds PyTorch's headers, which take 40 s and 1 GB a file to parse."""
    return (folder / "ATen" / "ATen.h").is_file() or (folder / "torch" / "all.h").is_file()


@lru_cache(maxsize=2)
def semantics_of(file: SourceFile, options: Options) -> Semantics | Unavailable:
    """Return what a compiler knows about `file`; parsed on the first call.

    Args:
        file: the file; quoted inclusions are found when it knows its project's root.
        options: the user's choices; `-I` and `-D` are used.
    """
    from porter.clang.flags import cuda_flags, headers_digest

    flags = cuda_flags()
    file.installed_headers = headers_digest()
    if isinstance(flags, str):
        return Unavailable(flags)
    arguments, folders = flags
    try:
        from clang.cindex import Index, TranslationUnitLoadError
    except ImportError as error:
        return Unavailable(f"libclang cannot be loaded ({error})")
    root = file.root or Path("/nowhere")
    name = os.path.join(".", root / file.path)  # not as `-x.cu`, which would be an option
    name = name if name.endswith((".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc")) else name + ".cu"
    own = [
        *(f"-I{root / folder}" for folder in options.include_dirs if not _is_slow(root / folder)),
        *(f"-D{macro}" for macro in options.defines),
    ]
    text = file.data.decode("latin-1")
    # libclang's objects must go before the module that frees them.
    atexit.register(semantics_of.cache_clear)
    try:
        unit = Index.create().parse(
            name, [*arguments, *own], unsaved_files=[(name, text)], options=_HOW
        )
    except TranslationUnitLoadError:
        file.depend_on_tree()
        return Unavailable("libclang does not parse this file")
    file.beside.update(_read_of_project(unit, root, folders))
    return Semantics(unit, name, folders)


def _read_of_project(unit: TranslationUnit, root: Path, installed: tuple[Path, ...]) -> set[str]:
    """Return the files of a project that a parser has read for a unit, relative to its folder."""
    elsewhere = tuple(f"{folder}/" for folder in installed)
    names = {str(one.include.name) for one in unit.get_includes()}
    paths = {real_path(name) for name in names if not name.startswith(elsewhere)}
    top = real_path(root)
    return {path.relative_to(top).as_posix() for path in paths if path.is_relative_to(top)}
