"""Enumerations whose enumerators have other values in HIP: `rules/cuda-hip/enumerations.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from porter.tables.kinds import TEXT_BY_NAME
from porter.tables.names import rules_folder
from porter.tables.toml import Named, read

_TABLE = Named(TEXT_BY_NAME)


@lru_cache(maxsize=1)
def renumbered() -> Mapping[bytes, Mapping[str, str]]:
    """Return CUDA's enumeration -> enumerator -> its value in CUDA and in HIP.

    Raises:
        PorterError: the table is damaged.
    """
    found = read(rules_folder() / "cuda-hip" / "enumerations.toml", _TABLE)
    return {name.encode(): values for name, values in found.items()}
