"""Libraries of NVIDIA's that HIP has no like of: `rules/cuda-hip/absent.toml`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from porter.tables.kinds import FILLED_TEXT, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, read, record

_LIBRARY = Shape(needs={"header": FILLED_TEXT, "prefixes": TEXTS, "instead": FILLED_TEXT})
_TABLE = Shape({"library": Rows(_LIBRARY)})


class AbsentLibrary(NamedTuple):
    """A library whose names are one decision.

    Attributes:
        header: what programs include of it.
        prefixes: what its names begin with.
        instead: what there is on ROCm.
    """

    header: str
    prefixes: tuple[str, ...]
    instead: str

    def has(self, name: str) -> bool:
        """Tell whether it declares `name`, or is included by it."""
        return name == self.header or name.startswith(self.prefixes)


@cache
def absent_libraries() -> tuple[AbsentLibrary, ...]:
    """Return the libraries.

    Raises:
        PorterError: the table is damaged.
    """
    rows = read(rules_folder() / "cuda-hip" / "absent.toml", _TABLE)["library"]
    return tuple(record(AbsentLibrary, row) for row in rows)
