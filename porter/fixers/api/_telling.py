"""Which names of a file something may have to be said about, told once for all files."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from porter.tables.cuda_style import may_be_cudas
from porter.tables.names import Tables

#: NVML's names, of which a support header has the everyday ones.
NVML = re.compile(rb"nvml[A-Z]\w*|NVML_\w+")
#: What tells the versions of a function or structure apart.
VERSION = re.compile(rb"_v\d{1,2}(?:_st)?\Z")
#: What may be a word of CUDA's that stands in front of declarations.
MARK = re.compile(rb"__[a-z]\w*[a-z0-9]__")
#: Names that are remembered: the files of a project share most of their words.
_REMEMBERED = 1 << 16


def telling(tables: Tables, names: frozenset[bytes]) -> frozenset[bytes]:
    """Return those of a file's names that may be CUDA's, by a table or by their look."""
    return frozenset(filter(_judge(tables), names))


@lru_cache(maxsize=4)
def _judge(tables: Tables) -> Callable[[bytes], bool]:
    """Return what tells whether a name may be CUDA's, and remembers it for all files."""

    @lru_cache(maxsize=_REMEMBERED)
    def may_be(name: bytes) -> bool:
        return (
            name in tables.names
            or name in tables.unmapped
            or may_be_cudas(name)
            or MARK.fullmatch(name) is not None
            or NVML.fullmatch(name) is not None
            or VERSION.search(name) is not None
        )

    return may_be
