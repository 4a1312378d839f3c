"""Members of HIP's structures by version of ROCm: `rules/cuda-hip/members.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from porter.errors import PorterError
from porter.tables.kinds import TEXT_BY_NAME
from porter.tables.names import rules_folder
from porter.tables.toml import Named, read

_TABLE = Named(TEXT_BY_NAME)


@lru_cache(maxsize=4)
def members_of_structures(rocm: tuple[int, int]) -> Mapping[bytes, frozenset[bytes]]:
    """Return HIP's structure -> the members that it has in a version of ROCm.

    Nothing for a version before the first that was read.

    Raises:
        PorterError: the table is damaged.
    """
    path = rules_folder() / "cuda-hip" / "members.toml"
    found: dict[bytes, frozenset[bytes]] = {}
    for version, structures in read(path, _TABLE).items():
        major, _, minor = version.partition(".")
        if not (major.isdigit() and minor.isdigit()):
            raise PorterError(f'["{version}"] is no version of ROCm', path=path)
        if (int(major), int(minor)) <= rocm:
            for name, members in structures.items():
                found[name.encode()] = frozenset(members.encode().split())
    return found
