"""Functions that take, in binary, what HIP numbers or lays out otherwise than CUDA.

Whoever calls a function through its name in a shared library (`ctypes`) passes the numbers of
enumerators and the bytes of structures, which no header translates.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from porter.derive.declarations import Declaration, Parameter, Universe
from porter.tables.names import NameKind, Row

_PAGE = """# Functions of CUDA's that take what HIP numbers or lays out otherwise: place and type.
#
# Places count from 0.
# Of interest to whoever calls them by their names in a shared library, without HIP's headers.
# `porter rules derive-enumerations` writes this file from CUDA's and ROCm's headers.
"""
#: What a shared library exports, and no device function is called.
_EXPORTED = re.compile(r"(?:cu|nccl)[a-z]*[A-Z]\w*")
#: A type as it is passed: its name, and whether by a pointer.
_TYPE = re.compile(r"(?:const )?(?P<name>\w+)(?P<pointer> ?\*)?")
#: A member that may be an enumeration, whose numbers may be others.
_MAY_BE_NUMBERED = re.compile(r"(?i)type")


def derive_binary_arguments(
    cuda: Universe, rocm: Universe, rows: Mapping[bytes, Row], renumbered: Collection[str]
) -> dict[str, dict[str, list[str]]]:
    """Return `enumerations` and `structures`: function -> positions and types, `1 cudaDeviceAttr`.

    Args:
        cuda: CUDA's declarations.
        rocm: ROCm's.
        rows: the names that have a counterpart.
        renumbered: CUDA's enumerations that have other numbers in HIP.
    """
    found: dict[str, dict[str, list[str]]] = {"enumerations": {}, "structures": {}}
    for row in rows.values():
        name = row.cuda.decode()
        declared = cuda.declarations.get(name)
        is_exported = row.kind is NameKind.FUNCTION and not row.scope and _EXPORTED.fullmatch(name)
        if not is_exported or declared is None or not declared.signatures:
            continue
        parameters = declared.signatures[0].parameters
        for kind, at, of in _taken(parameters, cuda, rocm, rows, renumbered):
            found[kind].setdefault(name, []).append(f"{at} {of}")
    return found


def _taken(
    parameters: Collection[Parameter],
    cuda: Universe,
    rocm: Universe,
    rows: Mapping[bytes, Row],
    renumbered: Collection[str],
) -> Iterator[tuple[str, int, str]]:
    """Yield the kind, the position and the type of each parameter of such a type."""
    for at, parameter in enumerate(parameters):
        spelled, resolved = map(_TYPE.fullmatch, (parameter.spelling, parameter.canonical))
        if spelled is None or resolved is None:
            continue
        names = {spelled["name"], resolved["name"].removesuffix("_enum")}
        if enumeration := next((one for one in sorted(names) if one in renumbered), None):
            if resolved["pointer"] is None:
                yield "enumerations", at, enumeration
            continue
        record = cuda.declarations.get(resolved["name"])
        if record is not None and record.underlying == "record" and record.members:
            row = rows.get(resolved["name"].encode())
            if not _is_laid_out_alike(
                record, rocm.declarations.get(row.hip.decode()) if row else None
            ):
                yield "structures", at, spelled["name"]


def _is_laid_out_alike(ours: Declaration, theirs: Declaration | None) -> bool:
    is_same = theirs is not None and ours.members == theirs.members
    return is_same and not any(map(_MAY_BE_NUMBERED.search, ours.members))


def write_binary_arguments(path: Path, found: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Write the table."""
    text = _PAGE
    for kind, functions in found.items():
        text += f"\n[{kind}]\n" + "".join(
            f'{one} = "{", ".join(of)}"\n' for one, of in sorted(functions.items())
        )
    path.write_text(text, encoding="ascii", newline="\n")
