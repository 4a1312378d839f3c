"""Headers that others bring along with CUDA alone: `rules/cuda-hip/transitive.toml`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from porter.tables.kinds import FILLED_TEXT, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, read

_ROW = Shape({"name": FILLED_TEXT, "by": TEXTS, "names": TEXTS})
_TABLE = Shape({"header": Rows(_ROW)})


class Transitive(NamedTuple):
    """A header that others bring along with CUDA and not with ROCm.

    Attributes:
        header: as an `#include` writes it.
        by: the headers that bring it with CUDA.
        names: what it declares, without their namespace.
    """

    header: str
    by: tuple[str, ...]
    names: tuple[str, ...]


@cache
def transitive_headers() -> tuple[Transitive, ...]:
    """Return every row of the table.

    Raises:
        PorterError: it is damaged.
    """
    document = read(rules_folder() / "cuda-hip" / "transitive.toml", _TABLE)
    return tuple(
        Transitive(row["name"], tuple(row["by"]), tuple(row["names"])) for row in document["header"]
    )
