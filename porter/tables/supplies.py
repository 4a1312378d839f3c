"""What HIP lacks and which support header supplies it: `rules/cuda-hip/compat.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.options import Options
from porter.tables.names import rules_folder


class Supply(NamedTuple):
    """A name that a support header supplies.

    Attributes:
        cuda: CUDA's name.
        port: the name in the port, as `porter::shfl_sync`.
        header: file of `porter/compat`.
        reason: why HIP's own will not do.
        warp: `32` when only ports that keep CUDA's warps need it, else empty.
        observed: the ROCm against whose headers this was found out.
        rocm_until: the first ROCm that has it, or None when none is known.
        when: names of which a file must use one, for functions that HIP has for other types;
            empty when the name alone is enough.
    """

    cuda: bytes
    port: bytes
    header: str
    reason: str
    warp: str
    observed: str
    rocm_until: tuple[int, int] | None
    when: frozenset[bytes] = frozenset()

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
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise PorterError(f"cannot read the table: {error}", path=path) from error
    found: dict[bytes, Supply] = {}
    for entry in document.get("support", []):
        for cuda, port in entry["names"].items():
            if cuda.encode() in found:
                raise PorterError(f"{cuda} is supplied twice", path=path)
            found[cuda.encode()] = _supply(cuda, port, entry)
    return found


def supplied_by(*headers: str) -> dict[bytes, Supply]:
    """Return the names that the given support headers supply."""
    return {name: supply for name, supply in supplies().items() if supply.header in headers}


def _supply(cuda: str, port: str, entry: dict[str, Any]) -> Supply:
    until = entry.get("rocm_until")
    return Supply(
        cuda.encode(),
        port.encode(),
        entry["header"],
        entry["reason"],
        entry.get("warp", ""),
        entry["observed"],
        None if until is None else _version(until),
        frozenset(name.encode() for name in entry.get("when", ())),
    )


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)
