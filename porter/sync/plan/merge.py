"""Merges three versions of a file by `git merge-file`."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.sync.lock.states import is_binary
from porter.sync.upstream.git import ALONE, git, output_of

#: What the sides of a conflict are called in its markers.
PORT, BASE, NEW = "port", "last conversion", "new conversion"
_OPENS, _CLOSES = f"<<<<<<< {PORT}".encode(), f">>>>>>> {NEW}".encode()
#: `git merge-file` exits with the number of conflicts, 127 for that many or more.
_MOST_CONFLICTS = 127


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge gave.

    Attributes:
        data: the merged bytes, with markers where there are conflicts; the port's where the
            content cannot be merged.
        conflict: why a person has to look; empty when nobody has to.
    """

    data: bytes
    conflict: str = ""


def merge(base: bytes | None, port: bytes, new: bytes) -> Merged:
    """Merge what people changed in the port with what changed in the conversion.

    Where the versions differ in line ends throughout, the merge goes by the lines, and the line
    ends are those of the side that changed them.

    Args:
        base: the last pure conversion; None where there was none.
        port: the port's file.
        new: the new pure conversion.

    Raises:
        PorterError: git is missing or failed.
    """
    if base == port:
        return Merged(new)
    if base == new or port == new:
        return Merged(port)
    if any(is_binary(data) for data in (base or b"", port, new)):
        return Merged(port, "both sides changed a binary file")
    ends = [_line_ends(data) for data in (base or b"", port, new)]
    if len(set(ends)) == 1 or None in ends:
        return _merge(base or b"", port, new)
    merged = _merge(*(data.replace(b"\r\n", b"\n") for data in (base or b"", port, new)))
    wanted = ends[2] if ends[1] == ends[0] else ends[1]
    if wanted == b"\r\n":
        return Merged(merged.data.replace(b"\n", b"\r\n"), merged.conflict)
    return merged


def has_markers(data: bytes) -> bool:
    """Tell whether a conflict of `merge` is left in a file."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    return _OPENS in lines or _CLOSES in lines


def _merge(base: bytes, port: bytes, new: bytes) -> Merged:
    with tempfile.TemporaryDirectory(prefix="porter-merge-") as scratch:
        names = ("port", "base", "new")
        for name, data in zip(names, (port, base, new), strict=True):
            Path(scratch, name).write_bytes(data)
        labels = [part for label in (PORT, BASE, NEW) for part in ("-L", label)]
        result = git(
            "merge-file", "-p", *labels, "--", *names, folder=Path(scratch), environment=ALONE
        )
    if result.returncode > _MOST_CONFLICTS or result.returncode < 0:
        raise PorterError("git merge-file failed", hint=output_of(result))
    if result.returncode == 0:
        return Merged(result.stdout)
    places = "place" if result.returncode == 1 else "places"
    return Merged(
        result.stdout, f"both sides changed the same lines in {result.returncode} {places}"
    )


def _line_ends(data: bytes) -> bytes | None:
    """Return the line end of a text; None where it has both or no line at all."""
    both, windows = data.count(b"\n"), data.count(b"\r\n")
    if not both or 0 < windows < both:
        return None
    return b"\r\n" if windows else b"\n"
