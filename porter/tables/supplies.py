"""Names that HIP lacks, and the support headers that supply them: `rules/cuda-hip/compat.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from porter.options import Options
from porter.tables.kinds import FILLED_TEXT, TEXT_BY_NAME, TEXTS, Kind, one_of
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, by_name, read, record

_VERSION = re.compile(r"(\d+)(?:\.(\d+))?")
_SUPPORT = Shape(
    needs={
        **dict.fromkeys(("header", "reason", "observed"), FILLED_TEXT),
        "names": TEXT_BY_NAME,
    },
    takes={
        "in_c": FILLED_TEXT,
        "warp": one_of("32"),
        "when": TEXTS,
        "rocm_until": Kind(
            'a version such as "6.4"',
            lambda value: isinstance(value, str) and _VERSION.fullmatch(value) is not None,
        ),
    },
)
_TABLE = Shape({"support": Rows(_SUPPORT)})


class Supply(NamedTuple):
    """A name that a support header supplies.

    Attributes:
        cuda: CUDA's name.
        port: the name in the port, as `porter::shfl_sync`.
        header: file of `porter/compat`.
        reason: why HIP's own will not do.
        in_c: the file of `porter/compat` that has it for C, as `porter_shfl_sync`; empty when C
            cannot have it.
        warp: `32` when only ports that keep CUDA's warps need it, else empty.
        rocm_until: the first ROCm that has it, or None when none is known.
        when: names of which a file must use one, for functions that HIP has for other types;
            empty when the name alone is enough.
    """

    cuda: bytes
    port: bytes
    header: str
    reason: str
    in_c: str = ""
    warp: str = ""
    rocm_until: tuple[int, int] | None = None
    when: frozenset[bytes] = frozenset()

    @property
    def port_in_c(self) -> bytes:
        """The name in the port's sources in C, which know no scopes."""
        return self.port.replace(b"::", b"_")

    @property
    def port_in_both(self) -> bytes:
        """The name in a header that C and C++ read, by a macro of the support header."""
        return b"PORTER_EITHER(%b)" % self.port.removeprefix(b"porter::")

    def is_needed(self, options: Options) -> bool:
        """Tell whether a port with these options needs the support header for the name."""
        if self.warp and self.warp != options.warp:
            return False
        return self.rocm_until is None or options.rocm < self.rocm_until


@cache
def supplies() -> dict[bytes, Supply]:
    """Return every supplied name.

    Raises:
        PorterError: the table is damaged, or gives a name twice.
    """
    path = rules_folder() / "cuda-hip" / "compat.toml"
    rows = by_name(path, ((row["names"], row) for row in read(path, _TABLE)["support"]))
    return {cuda.encode(): _supply(cuda, row["names"][cuda], row) for cuda, row in rows.items()}


def supplied_by(*headers: str) -> dict[bytes, Supply]:
    """Return the names that the given support headers supply."""
    return {name: supply for name, supply in supplies().items() if supply.header in headers}


def _supply(cuda: str, port: str, row: Mapping[str, Any]) -> Supply:
    until = _VERSION.fullmatch(row.get("rocm_until", ""))
    return record(
        Supply,
        row,
        cuda=cuda.encode(),
        port=port.encode(),
        rocm_until=None if until is None else (int(until[1]), int(until[2] or 0)),
        when=frozenset(name.encode() for name in row.get("when", ())),
    )
