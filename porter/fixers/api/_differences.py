"""How the parameters of a mapped function differ, as the tables tell it.

The column `differs` holds parts separated by `; `: `arity A->B`, `N:T->U` (argument N, from 1, is T
after renaming and U in HIP's declaration), `lacks (…)` for an overload, `lacks A,B` for members,
`parameters A->B` for a template. A part may be limited to
versions, as in `rocm>=7.2: sig=` and `cuda>=13.0: arity 5->4`; what follows it belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from porter.fixers import Context
from porter.tables.names import NameKind, Row, Tables

_CONDITION = re.compile(r"(cuda|rocm)(<=|>=)(\d+)\.(\d+): *")
_ARITY = re.compile(r"arity (\d+)->(\d+)")
_TYPE = re.compile(r"(?:cast )?(\d+):(.+?)->(.+)")


class Difference(NamedTuple):
    """What differs.

    Attributes:
        arities: number of arguments in a version of CUDA -> number in HIP.
        types: index of an argument (from 0) -> its type after renaming and in HIP.
    """

    arities: Mapping[int, int]
    types: Mapping[int, tuple[str, str]]


_LACKS = re.compile(r"lacks (\w+(?:,\w+)*)\Z")
_PARAMETERS = re.compile(r"parameters (\d+)->(\d+)")


def differing(tables: Tables, names: frozenset[bytes]) -> frozenset[bytes]:
    """Return the functions of the global scope among `names` whose rows tell of a difference."""
    # Most lines have nothing in the last column, and need not be made rows to tell.
    lines = tables.names.raw
    named = (name for name in lines.keys() & names if not lines[name][0].endswith(b"\t"))
    rows = (tables.names[name] for name in named)
    return frozenset(
        row.cuda
        for row in rows
        if row.kind is NameKind.FUNCTION and not row.scope and row.differs and not row.same
    )


def lacking_members(row: Row) -> frozenset[bytes]:
    """Return the members of a class that HIP's class of the name lacks."""
    found: set[bytes] = set()
    for part in row.differs.split("; "):
        if _CONDITION.match(part):
            break
        if lacks := _LACKS.search(part):
            found.update(name.encode() for name in lacks[1].split(","))
    return frozenset(found)


def absent_members(context: Context, row: Row) -> frozenset[bytes]:
    """Return the members of a structure, of any version of CUDA, that the port's ROCm lacks."""
    found: set[bytes] = set()
    for part in row.differs.split("; "):
        condition = _CONDITION.match(part)
        if condition and condition[1] == "rocm":
            version = (int(condition[3]), int(condition[4]))
            rocm = context.options.rocm
            if not (rocm >= version if condition[2] == ">=" else rocm <= version):
                break
            found.clear()
        if lacks := _LACKS.search(part):
            found.update(name.encode() for name in lacks[1].split(","))
    return frozenset(found)


def template_parameters(row: Row) -> int | None:
    """Return how many template parameters HIP's template has, None when as many as CUDA's."""
    counts = [int(found[2]) for found in _PARAMETERS.finditer(row.differs)]
    return max(counts) if counts else None


def difference(context: Context, name: bytes) -> Difference:
    """Return how the parameters of a function differ in the ROCm that the port is for."""
    row = context.tables.names.get(name)
    if row is None or not row.differs:
        return Difference({}, {})
    arities: dict[int, int] = {}
    types: dict[int, tuple[str, str]] = {}
    of_some_cuda = False
    for part in row.differs.split("; "):
        condition = _CONDITION.match(part)
        if condition:
            of_some_cuda = condition[1] == "cuda"
            if condition[1] == "rocm":
                version = (int(condition[3]), int(condition[4]))
                rocm = context.options.rocm
                applies = rocm >= version if condition[2] == ">=" else rocm <= version
                if applies:
                    arities.clear()
                    types.clear()
                else:
                    break
            part = part[condition.end() :]
        if arity := _ARITY.search(part):
            arities.setdefault(int(arity[1]), int(arity[2]))
        elif (changed := _TYPE.fullmatch(part)) and not of_some_cuda:
            types[int(changed[1]) - 1] = (changed[2], changed[3])
    return Difference({a: b for a, b in arities.items() if a != b}, types)
