"""The members of HIP's structures that stand for structures of CUDA's, by version of ROCm."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

from porter.derive.declarations import Universe
from porter.tables.names import NameKind, Row

_PAGE = """# Members of HIP's structures that stand for CUDA's, by version of ROCm.
#
# A version holds what is otherwise than in the one before it.
# `porter rules derive-members` writes this file from ROCm's headers.
"""
#: Classes of C++, such as `__half2`, have members of other classes, too.
_OF_C = re.compile(r"(?:hip|HIP|nccl)\w*")


def derive_members(
    versions: Iterable[tuple[str, Universe]], rows: Mapping[bytes, Row]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return version of ROCm -> HIP's structure -> its members, where they changed.

    Args:
        versions: what the headers of each version declare, the oldest first.
        rows: the names that have a counterpart.
    """
    types = (row.hip.decode() for row in rows.values() if row.kind is NameKind.TYPE)
    structures = sorted({name for name in types if _OF_C.fullmatch(name)})
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    known: dict[str, tuple[str, ...]] = {}
    for version, universe in versions:
        now = {
            name: tuple(sorted(declared.members))
            for name in structures
            if (declared := universe.declarations.get(name)) is not None
            and declared.underlying == "record"
            and declared.members
        }
        found[version] = {name: of for name, of in now.items() if known.get(name) != of}
        known |= now
    return found


def write_members(path: Path, found: Mapping[str, Mapping[str, tuple[str, ...]]]) -> None:
    """Write the table of members."""
    text = _PAGE
    for version, structures in found.items():
        text += f'\n["{version}"]\n'
        for name, members in sorted(structures.items()):
            lines = textwrap.wrap(" ".join(members), 96, break_on_hyphens=False)
            text += f'{name} = """\n' + "\n".join(lines) + '"""\n'
    path.write_text(text, encoding="ascii", newline="\n")
