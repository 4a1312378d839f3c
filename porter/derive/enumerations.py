"""CUDA's enumerations whose enumerators have other values in HIP."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from porter.derive.declarations import Universe
from porter.tables.names import NameKind, Row

_PAGE = """# CUDA's enumerations whose enumerators have other values in HIP: in CUDA, then in HIP.
#
# A number that becomes one of them means another thing. Errors are left out: programs carry them
# through integers, and hand back what HIP gave them; so are CUB's, which choose at compile time.
# `porter rules derive-enumerations` writes this file from CUDA's headers and the tables.
"""
_VALUES = re.compile(r"\bvalue (-?\w+)->(-?\w+)")
_ERRORS = re.compile(r"(?i)error|status|result")


def derive_enumerations(cuda: Universe, rows: Mapping[bytes, Row]) -> dict[str, dict[str, str]]:
    """Return enumeration -> enumerator -> its values on both sides.

    Args:
        cuda: CUDA's declarations.
        rows: the names that have a counterpart.
    """
    found: dict[str, dict[str, str]] = {}
    for row in rows.values():
        values = _VALUES.search(row.differs)
        declared = cuda.declarations.get(row.cuda.decode())
        if row.kind is not NameKind.ENUMERATOR or values is None or declared is None or row.scope:
            continue
        if declared.enum and _ERRORS.search(declared.enum) is None:
            name = row.cuda.decode()
            found.setdefault(declared.enum, {})[name] = f"{values[1]} {values[2]}"
    return found


def write_enumerations(path: Path, found: Mapping[str, Mapping[str, str]]) -> None:
    """Write the table of enumerations."""
    text = _PAGE
    for name, values in sorted(found.items()):
        text += f"\n[{name}]\n" + "".join(f'{one} = "{v}"\n' for one, v in sorted(values.items()))
    path.write_text(text, encoding="ascii", newline="\n")
