"""Calls of RCCL and NCCL, by either of their names, of one rank."""

from __future__ import annotations

import ctypes
from typing import Any

SUM = 0


class UniqueId(ctypes.Structure):
    """What ranks find each other by."""

    _fields_ = (("text", ctypes.c_char * 128),)


def at(array: Any) -> Any:
    return None if array is None else ctypes.c_void_p(array.ctypes.data)


def unique(library: Any) -> bytes:
    """Return a name by which ranks find each other."""
    made = UniqueId()
    assert library.ncclGetUniqueId(ctypes.byref(made)) == 0
    return bytes(made)


class Size(int):
    """A number of elements."""


class Rank:
    """A communicator of one rank.

    Args:
        library: the functions.
        text: the name by which the ranks find each other.
        rank: which.
        ranks: how many there are.
        virtual: the number of a rank among those of one device, where these may be several.
    """

    def __init__(
        self, library: Any, text: bytes, rank: int, ranks: int, virtual: int | None = None
    ) -> None:
        self.library, self.rank, self.ranks = library, rank, ranks
        self.handle, name = ctypes.c_void_p(), UniqueId()
        ctypes.memmove(ctypes.byref(name), text, len(text))
        words = (ctypes.byref(self.handle), ranks, name, rank)
        if virtual is None:
            assert library.ncclCommInitRank(*words) == 0
        else:
            assert library.ncclCommInitRankMulti(*words, virtual) == 0

    def __call__(self, name: str, *words: Any) -> None:
        """Call a function on the default stream."""
        sized = [ctypes.c_size_t(word) if isinstance(word, Size) else word for word in words]
        status = getattr(self.library, f"nccl{name}")(*sized, self.handle, None)
        assert status == 0, (name, status)


class Profiled:
    """The library by the names that its profiled twin has."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def __getattr__(self, name: str) -> Any:
        return getattr(self.library, f"p{name}")
