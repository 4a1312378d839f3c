"""Default arguments of CUDA's functions that HIP's functions lack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from porter.derive.declarations import Signature, Universe
from porter.tables.names import NameKind, Row

_PAGE = """# Arguments that CUDA's functions have a default for and HIP's have not.
#
# By number of arguments in a call: what HIP's function has to be given behind them.
# `porter rules derive-defaults` writes this file from the headers of both sides.
"""
_NAME = re.compile(r"[A-Za-z_]\w*")
#: Default arguments that mean the same in C++ and HIP as they stand.
_PLAIN = re.compile(r"[-+\w: ()]+")


def derive_defaults(
    cuda: Universe, hip: Universe, rows: Mapping[bytes, Row]
) -> dict[str, dict[int, str]]:
    """Return function -> number of arguments that CUDA's takes and HIP's does not -> what to add.

    Args:
        cuda: CUDA's declarations.
        hip: those of ROCm.
        rows: the names that have a counterpart.
    """
    found: dict[str, dict[int, str]] = {}
    for row in rows.values():
        name = row.cuda.decode()
        ours, theirs = cuda.declarations.get(name), hip.declarations.get(row.hip.decode())
        if row.kind is not NameKind.FUNCTION or row.scope or ours is None or theirs is None:
            continue
        taken = _counts(theirs.signatures)
        for count in sorted(_counts(ours.signatures) - taken):
            missing = _missing(ours.signatures, count, taken)
            if missing:
                text = ", ".join(_renamed(one, rows) for one in missing)
                found.setdefault(name, {})[count] = text
    return found


def _counts(signatures: Iterable[Signature]) -> set[int]:
    """Return how many arguments a call may have."""
    return {n for one in signatures for n in range(one.least_arity, one.arity + 1)}


def _missing(signatures: Sequence[Signature], count: int, taken: set[int]) -> list[str]:
    """Return the defaults to write out so that HIP takes the call; nothing where none do."""
    for one in signatures:
        if one.least_arity <= count <= one.arity:
            for more in range(count + 1, one.arity + 1):
                defaults = [parameter.default for parameter in one.parameters[count:more]]
                if more in taken and all(_PLAIN.fullmatch(text) for text in defaults):
                    return defaults
    return []


def _renamed(text: str, rows: Mapping[bytes, Row]) -> str:
    """Return a default argument in HIP's names."""

    def hip(match: re.Match[str]) -> str:
        row = rows.get(match.group().encode())
        return match.group() if row is None else row.hip.decode()

    return _NAME.sub(hip, text)


def write_defaults(path: Path, found: Mapping[str, Mapping[int, str]]) -> None:
    """Write the table of default arguments."""
    text = _PAGE
    for name, forms in sorted(found.items()):
        text += f"\n[{name}]\n" + "".join(f'{n} = "{more}"\n' for n, more in forms.items())
    path.write_text(text, encoding="ascii", newline="\n")
