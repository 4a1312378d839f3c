"""Default arguments that HIP's functions lack: `rules/cuda-hip/defaults.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from porter.errors import PorterError
from porter.tables.kinds import TEXT_BY_NAME
from porter.tables.names import rules_folder
from porter.tables.toml import Named, read

_TABLE = Named(TEXT_BY_NAME)


@lru_cache(maxsize=1)
def lacking_defaults() -> Mapping[bytes, Mapping[int, bytes]]:
    """Return CUDA's function -> number of arguments of a call -> what HIP's has to be given more.

    Raises:
        PorterError: the table is damaged.
    """
    path = rules_folder() / "cuda-hip" / "defaults.toml"
    found: dict[bytes, Mapping[int, bytes]] = {}
    for name, forms in read(path, _TABLE).items():
        if not all(count.isdigit() for count in forms):
            raise PorterError(f"[{name}] has a key that is no number of arguments", path=path)
        found[name.encode()] = {int(count): text.encode() for count, text in forms.items()}
    return found
