"""What of libcu++ the support headers supply: `rules/cuda-hip/libcudacxx.toml`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from porter.tables.kinds import FILLED_TEXT, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, read

_SUPPLIED = Shape(needs={"support": FILLED_TEXT, "headers": TEXTS, "names": TEXTS})
_ABSENT = Shape(needs={"names": TEXTS})
_TABLE = Shape({"supplied": Rows(_SUPPLIED), "absent": _ABSENT})

#: Scopes in `cuda::` that are libcu++'s alone; projects have a `cuda::device` of their own.
_SCOPES = frozenset((b"std", b"ptx"))


class Libcudacxx(NamedTuple):
    """What is supplied, and what is not.

    Attributes:
        headers: libcu++'s header -> the support header in its place.
        names: the names behind `cuda::` that are supplied.
        absent: the names behind `cuda::` that are not, outside of libcu++'s own scopes.
    """

    headers: dict[bytes, str]
    names: frozenset[bytes]
    absent: frozenset[bytes]

    def lacks(self, name: bytes) -> bool:
        """Tell whether `name`, as it stands behind `cuda::`, is libcu++'s and not supplied."""
        root, colons, _ = name.partition(b"::")
        return not self.absent.isdisjoint((root, name)) or (
            bool(colons) and root in _SCOPES and name not in self.names and not self._is_part(name)
        )

    def has(self, name: bytes) -> bool:
        """Tell whether `name`, as it stands behind `cuda::`, or what it is within, is supplied."""
        root = name.partition(b"::")[0]
        return name in self.names or root in self.names or root in _SCOPES

    def _is_part(self, name: bytes) -> bool:
        """Tell whether it names something within what is supplied: a member."""
        return any(name.startswith(whole + b"::") for whole in self.names)


@cache
def libcudacxx() -> Libcudacxx:
    """Return the table.

    Raises:
        PorterError: the table is damaged.
    """
    table = read(rules_folder() / "cuda-hip" / "libcudacxx.toml", _TABLE)
    rows = table["supplied"]
    return Libcudacxx(
        {path.encode(): row["support"] for row in rows for path in row["headers"]},
        frozenset(name.encode() for row in rows for name in row["names"]),
        frozenset(name.encode() for name in table["absent"]["names"]),
    )
