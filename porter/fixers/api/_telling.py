"""Which names of a file something may have to be said about."""

from __future__ import annotations

from functools import lru_cache

from porter.tables.cuda_style import remarkable
from porter.tables.names import Tables


def telling(tables: Tables, names: frozenset[bytes]) -> frozenset[bytes]:
    """Return those of a file's names that may be CUDA's, by a table or by their look."""
    return (names & _in_tables(tables)) | remarkable(names)


@lru_cache(maxsize=4)
def _in_tables(tables: Tables) -> frozenset[bytes]:
    return frozenset((*tables.names, *tables.unmapped))
