"""Functions whose arguments HIP reads otherwise: `rules/cuda-hip/binary_arguments.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from porter.tables.kinds import TEXT_BY_NAME
from porter.tables.names import rules_folder
from porter.tables.toml import Named, read

_TABLE = Named(TEXT_BY_NAME)


class BinaryArguments(NamedTuple):
    """What a function takes that HIP numbers or lays out otherwise.

    Attributes:
        enumerations: position, from 0 -> CUDA's enumeration.
        structures: CUDA's structures.
    """

    enumerations: Mapping[int, bytes]
    structures: tuple[str, ...]


@lru_cache(maxsize=1)
def binary_arguments() -> Mapping[bytes, BinaryArguments]:
    """Return what each of CUDA's functions takes, where there is something of the kind.

    Raises:
        PorterError: the table is damaged.
    """
    found = read(rules_folder() / "cuda-hip" / "binary_arguments.toml", _TABLE)
    numbered, structured = found.get("enumerations", {}), found.get("structures", {})
    return {
        name.encode(): BinaryArguments(
            {at: of.encode() for at, of in _parts(numbered.get(name, ""))},
            tuple(of for _, of in _parts(structured.get(name, ""))),
        )
        for name in {*numbered, *structured}
    }


def _parts(text: str) -> list[tuple[int, str]]:
    """Return the positions and types of `1 cudaDeviceAttr, 2 cudaFuncAttribute`."""
    words = [one.split() for one in text.split(", ") if one]
    return [(int(at), of) for at, of in words]
