"""Pairs CUDA's macros that show that a header was read (include guards, versions) with HIP's.

An include guard, `CUSPARSEAPI`, `CUFFT_VERSION`: programs ask for them to see which headers came
before. The counterpart is the include guard of the HIP header that takes that header's place, the
same in every version read, and compiled to see that it is there. Other headers of CUDA may bring a
macro, too; a row names those whose own counterparts do not bring HIP's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from clang.cindex import CursorKind, Index

from porter.derive.clang_headers import ClangHeaders
from porter.derive.headersets import HeaderSet, rocm_arguments
from porter.derive.write import write_table
from porter.files.regular import read_regular
from porter.source.file import SourceFile
from porter.source.preprocessor.directives import Directive
from porter.source.preprocessor.include_guard import tested
from porter.tables.names import MARK_COLUMNS, HeaderRow

#: Libraries of many headers that tell of themselves by `#pragma once`.
_WITHOUT_GUARDS = ("cub/", "thrust/")
_API = re.compile(rb"[A-Z]+API")
_VERSION = re.compile(rb"[A-Z]+_(?:VERSION|VER_\w+|MAJOR|MINOR|PATCHLEVEL)")
#: Macros that are not CUDA's, and one that its headers use among themselves.
_OTHERS = re.compile(rb"WIN32_LEAN_AND_MEAN|__NV_TL\w*|\w*_COMPILER_INTERNAL_HEADERS__")
_CATCH_ALL = "hip/hip_runtime.h"
_API_HEADERS = ("cuda_runtime_api.h", "cuda_runtime.h")
_SHOWN = "porter_defined_"


def derive_marks(
    headers: Iterable[HeaderRow],
    mapped: Collection[str],
    cuda: Sequence[HeaderSet],
    rocm: Sequence[HeaderSet],
    resources: ClangHeaders,
) -> list[tuple[str, ...]]:
    """Return the rows of a table of marks.

    Args:
        headers: which HIP header takes the place of which of CUDA's.
        mapped: names that a table of names or another rule speaks of.
        cuda: CUDA's headers, one set a version, oldest first.
        rocm: ROCm's headers, one set a version, oldest first.
        resources: the headers of the compiler and the host.
    """
    rows = {row.cuda.decode(): row for row in headers}
    rows = {name: row for name, row in rows.items() if not name.startswith(_WITHOUT_GUARDS)}
    places = _places(rows, cuda)
    brought = _brought_by_cuda(rows, places, cuda, resources)
    guards = {row.hip.decode(): _guard(row, rocm) for row in rows.values()}
    defined = {hip: _defined(hip, set(guards.values()), rocm, resources) for hip in guards}
    found: list[tuple[str, ...]] = []
    for mark in sorted(places.keys() - set(mapped)):
        by = brought.get(mark, set())
        header = _header(places[mark], by, rows)
        row = rows.get(header)
        guard = guards[row.hip.decode()] if row else ""
        if row is None or guard not in defined[row.hip.decode()]:
            found.append((mark, "", _kind(mark), "", places[mark][0], "", "", "lacking", ""))
            continue
        without = [one for one in sorted(by) if guard not in defined[rows[one].hip.decode()]]
        hip = row.hip.decode()
        proof = "own" if without else "all"
        tail = (hip, row.rocm_since, proof, " ".join(without))
        found.append((mark, guard, _kind(mark), row.library, header, *tail))
    return found


def _header(definers: Sequence[str], by: Collection[str], rows: Mapping[str, HeaderRow]) -> str:
    """Return the header of `rows` that a mark tells of; empty when it is none of them.

    `hip/hip_runtime.h` takes the place of many headers, and others of none. What the headers of
    the API bring on their own has to be found there.
    """
    header = next((one for one in definers if one in rows), "")
    if header and rows[header].hip.decode() != _CATCH_ALL:
        return header
    return next((one for one in _API_HEADERS if one in by and one != header), header) or min(
        by, default=""
    )


def _places(rows: Collection[str], cuda: Sequence[HeaderSet]) -> dict[str, list[str]]:
    """Return for each mark the headers that define it, that of the library's own API first."""
    places: dict[str, list[str]] = {}
    for one in cuda:
        others = sorted(path.name for path in one.include.glob("*.h") if path.name not in rows)
        for header in (*sorted(rows, key=_is_extension), *others):
            for mark in marks_of(one.include / header):
                places.setdefault(mark, []).append(header)
    return places


def _is_extension(header: str) -> bool:
    """Tell whether a header is of a library beside the plain one: cublasLt.h, cufftXt.h."""
    return re.search(r"[a-z](?:Lt|Xt|Mg)\.h$", header) is not None


def write_marks(path: Path, rows: Iterable[tuple[str, ...]]) -> None:
    """Write a table of marks."""
    write_table(path, MARK_COLUMNS, rows)


def marks_of(path: Path) -> Iterator[str]:
    """Yield the macros by which a program may tell that the header was read."""
    if not path.is_file():
        return
    file = SourceFile("header.h", read_regular(path))
    for first, second in pairwise(file.directives):
        name = tested(file.code, first)
        if name and _defines(file, second) == (name, b"") and not _OTHERS.fullmatch(name):
            yield name.decode()
    for directive in file.directives:
        name, _ = _defines(file, directive)
        if _API.fullmatch(name) or _VERSION.fullmatch(name):
            yield name.decode()


def _defines(file: SourceFile, directive: Directive) -> tuple[bytes, bytes]:
    """Return the macro that a directive defines, and its body; empty when it defines none."""
    if directive.keyword != b"define":
        return b"", b""
    name, _, body = file.code[directive.body_start : directive.end].strip().partition(b" ")
    return name, body.strip()


def _kind(mark: str) -> str:
    return "version" if _VERSION.fullmatch(mark.encode()) else "mark"


def _guard(row: HeaderRow, rocm: Sequence[HeaderSet]) -> str:
    """Return the guard that a HIP header has had in every version read."""
    guards = []
    for one in rocm:
        path = one.include / row.hip.decode()
        if path.is_file():
            file = SourceFile("header.h", read_regular(path))
            names = (tested(file.code, each) for each in file.directives)
            guards.append(
                next(
                    (
                        name
                        for name, (_, second) in zip(names, pairwise(file.directives), strict=False)
                        if name and _defines(file, second) == (name, b"")
                    ),
                    b"",
                )
            )
    return guards[0].decode() if len(set(guards)) == 1 else ""


def _brought_by_cuda(
    rows: Collection[str],
    places: Collection[str],
    cuda: Sequence[HeaderSet],
    resources: ClangHeaders,
) -> dict[str, set[str]]:
    """Return for each mark the headers that define it, in any version read."""
    brought: dict[str, set[str]] = {}
    for one in cuda:
        arguments = ["-std=c++17", *resources.arguments(), f"-I{one.include}", "-D__CUDACC__"]
        arguments += [f"-I{one.include / 'cccl'}", "-D__NV_NO_HOST_COMPILER_CHECK=1"]
        for header in rows:
            if (one.include / header).is_file():
                for mark in _probe(header, places, arguments, "cpp"):
                    brought.setdefault(mark, set()).add(header)
    return brought


def _defined(
    header: str, names: Iterable[str], rocm: Sequence[HeaderSet], resources: ClangHeaders
) -> set[str]:
    """Return which of `names` a HIP header defines in every version that has it."""
    found = [
        _probe(
            header, tuple(names), rocm_arguments(one, resources, device=False, arch="gfx942"), "hip"
        )
        for one in rocm
        if (one.include / header).is_file()
    ]
    return set.intersection(*found) if found else set()


def _probe(header: str, names: Collection[str], arguments: Sequence[str], kind: str) -> set[str]:
    """Return which of `names` are macros behind an inclusion of `header`, as clang sees it."""
    tests = (f"#ifdef {name}\nextern int {_SHOWN}{name};\n#endif\n" for name in names)
    main = f"marks.{kind}"
    source = f"#include <{header}>\n" + "".join(tests)
    unit = Index.create().parse(main, [*arguments, "-w"], unsaved_files=[(main, source)])
    return {
        cursor.spelling.removeprefix(_SHOWN)
        for cursor in unit.cursor.get_children()
        if cursor.kind == CursorKind.VAR_DECL and cursor.spelling.startswith(_SHOWN)
    }
