"""Finds the headers of Thrust that Thrust's and CUB's bring along on CUDA's side and not on ROCm's.

Code that uses `thrust::constant_iterator` and includes `thrust/device_vector.h` alone is wrong by
the book and compiles with nvcc: CUDA's header includes the other one. rocThrust's need not, and
hipCUB's include none of Thrust.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit

from porter.derive.clang_headers import ClangHeaders
from porter.derive.cursors import is_inline
from porter.derive.headersets import HeaderSet, cuda_arguments, cuda_roots, rocm_arguments
from porter.tables.transitive import Transitive

_FOLDERS = ("thrust", "thrust/iterator", "thrust/random")
_CUBS = ("cub", "cub/device", "cub/block", "cub/warp", "cub/iterator")
#: What becomes of any of CUB's headers.
_HIPCUB = "hipcub/hipcub.hpp"
_DECLARING = frozenset(
    {
        CursorKind.FUNCTION_DECL,
        CursorKind.FUNCTION_TEMPLATE,
        CursorKind.CLASS_DECL,
        CursorKind.STRUCT_DECL,
        CursorKind.CLASS_TEMPLATE,
        CursorKind.TYPEDEF_DECL,
        CursorKind.TYPE_ALIAS_DECL,
        CursorKind.TYPE_ALIAS_TEMPLATE_DECL,
        CursorKind.VAR_DECL,
    }
)


_PAGE = """\
# The headers of Thrust that Thrust's and CUB's bring along with CUDA and not with ROCm;
# `porter rules derive-transitive` writes it.
#
# header:  the header that is not brought along.
# by:      headers that include it, directly or not, with CUDA alone.
# names:   what it declares.
"""


def derive_transitive(
    cuda: Sequence[HeaderSet], rocm: Sequence[HeaderSet], resources: ClangHeaders
) -> list[Transitive]:
    """Return the headers that others bring along with CUDA and not with ROCm.

    Args:
        cuda: CUDA's headers, one set a version; what any of them brings along counts.
        rocm: ROCm's headers, one set a version; what any of them lacks counts as lacking.
        resources: the headers of the compiler and the host.
    """
    by: dict[str, set[str]] = {}
    names: dict[str, set[str]] = {}
    for headers in cuda:
        roots = (one for one in cuda_roots(headers) if (one / "thrust").is_dir())
        root = next(roots, headers.include)
        options = cuda_arguments(headers, resources)
        for header, bringing in _brought(root, options, rocm, resources).items():
            by.setdefault(header, set()).update(bringing)
            unit = _unit(header, options, "cpp")
            found = _names(unit.cursor, root / header)
            names.setdefault(header, set()).update(found)
    rows = (
        Transitive(one, tuple(sorted(by[one])), tuple(sorted(names[one]))) for one in sorted(by)
    )
    return [row for row in rows if row.names]


def _brought(
    root: Path, options: Sequence[str], rocm: Sequence[HeaderSet], resources: ClangHeaders
) -> dict[str, set[str]]:
    """Return header -> the headers that bring it along with one CUDA and not with every ROCm."""
    headers = {
        header
        for header in _public(root, _FOLDERS, "*.h")
        if all((one.include / header).is_file() for one in rocm)
    }
    hips = {header: header for header in headers}
    hips |= dict.fromkeys(_public(root, _CUBS, "*.cuh"), _HIPCUB)
    brought: dict[str, set[str]] = {}
    known: dict[tuple[str, int], set[str]] = {}
    for header, hip in sorted(hips.items()):
        missing = _reached(_unit(header, options, "cpp"), root) & headers - {header}
        for number, one in enumerate(rocm):
            if missing and (hip, number) not in known:
                arguments = rocm_arguments(one, resources, device=False, arch="gfx942")
                known[hip, number] = _reached(_unit(hip, arguments, "hip"), one.include)
            for other in missing and missing - known[hip, number]:
                brought.setdefault(other, set()).add(header)
    return brought


def write_transitive(path: Path, rows: Iterable[Transitive]) -> None:
    """Write the table."""
    text = _PAGE
    for row in rows:
        text += f'\n[[header]]\nname = "{row.header}"\n'
        for key, values in (("by", row.by), ("names", row.names)):
            lines = "".join(f'    "{value}",\n' for value in values)
            text += f"{key} = [\n{lines}]\n"
    path.write_text(text, encoding="ascii", newline="\n")


def _public(include: Path, folders: Iterable[str], pattern: str) -> list[str]:
    return sorted(
        path.relative_to(include).as_posix()
        for folder in folders
        for path in (include / folder).glob(pattern)
    )


def _unit(header: str, arguments: Sequence[str], kind: str) -> TranslationUnit:
    main = f"transitive.{kind}"
    source = f"#include <cuda_runtime.h>\n#include <{header}>\n"
    if kind == "hip":
        source = source.replace("cuda_runtime.h", "hip/hip_runtime.h")
    return Index.create().parse(
        main,
        list(arguments),
        unsaved_files=[(main, source)],
        options=TranslationUnit.PARSE_SKIP_FUNCTION_BODIES,
    )


def _reached(unit: TranslationUnit, include: Path) -> set[str]:
    """Return the headers below a folder that a unit includes, as an `#include` writes them."""
    prefix = f"{include}/"
    names = (str(one.include.name) for one in unit.get_includes())
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


def _names(cursor: Cursor, header: Path) -> Iterator[str]:
    """Yield the names that a header itself declares in the namespace `thrust`."""
    for child in cursor.get_children():
        if child.kind == CursorKind.NAMESPACE and cursor.kind.is_translation_unit():
            if child.spelling == "thrust":
                yield from _names(child, header)
        elif child.kind == CursorKind.NAMESPACE and is_inline(child):
            yield from _names(child, header)
        elif (
            child.kind in _DECLARING
            and cursor.kind == CursorKind.NAMESPACE
            and child.location.file is not None
            and child.location.file.name == str(header)
        ):
            yield child.spelling.partition("<")[0]
