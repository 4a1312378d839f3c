"""Headers of a copy of CUB that a project carries along, by the path of their inclusion."""

from __future__ import annotations

from porter.project.vendored import may_hold

#: Folders that hold CUB's own.
_COPIES = frozenset(("cub", "cccl"))


def of_a_copy(path: bytes) -> bytes | None:
    """Return the header that a path into a copy of CUB names, as CUB's own headers call it."""
    before, found, behind = path.rpartition(b"/cub/")
    folder = before.rpartition(b"/")[2].decode("utf-8", "replace")
    return b"cub/" + behind if found and may_hold(folder, _COPIES) else None
