"""The record for reversing a rename, `.porter/reverse.json` in the port.

A name that was spelled the new way before the rename cannot be told from a renamed one
afterwards; neither can two spellings that became one. Such places are noted here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.json_values import document, fields, row, rows, table, text, whole
from porter.files.names import REVERSE_RECORD
from porter.files.paths import leads_inside
from porter.files.regular import LARGEST_RECORD, read_regular
from porter.packs.pack import Pack
from porter.packs.renaming import Exceptions, Exempt

FORMAT = 1


@dataclass(slots=True)
class ReverseRecord:
    """The exceptions of one rename.

    Attributes:
        pack: name of the pack.
        paths: new path -> old path, where the names alone say otherwise.
        files: new path -> exceptions in the file.
    """

    pack: str
    paths: dict[str, str] = field(default_factory=dict)
    files: dict[str, Exceptions] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether the names alone say everything."""
        return not self.paths and not self.files

    def joined_with(self, earlier: ReverseRecord) -> ReverseRecord:
        """Return this and what an earlier part of the same rename noted."""
        return ReverseRecord(
            self.pack, {**earlier.paths, **self.paths}, {**earlier.files, **self.files}
        )

    def write(self, tree: ConfinedTree) -> None:
        """Write the record into a port; an empty one is removed.

        Raises:
            OSError: it cannot be written.
        """
        if self.is_empty:
            tree.remove(REVERSE_RECORD)
            return
        files = {
            name: {"digest": one.digest, "places": [list(place) for place in one.places]}
            for name, one in sorted(self.files.items())
        }
        content: dict[str, Any] = {"format": FORMAT, "pack": self.pack}
        content |= {"paths": dict(sorted(self.paths.items())), "files": files}
        tree.write(REVERSE_RECORD, json.dumps(content, indent=0).encode() + b"\n", durable=True)


def read(root: Path, pack: Pack) -> ReverseRecord:
    """Return what the rename by `pack` noted in the port at `root`; an empty record if nothing.

    Raises:
        PorterError: the record is there and cannot be read.
    """
    path = root / REVERSE_RECORD
    try:
        data = read_regular(path, LARGEST_RECORD)
        found = document(data, FORMAT, ("pack", "paths", "files"))
        record = ReverseRecord(
            text(found["pack"]),
            {_inside(new): _inside(old) for new, old in table(found["paths"]).items()},
            {_inside(name): _exceptions(one) for name, one in table(found["files"]).items()},
        )
    except (FileNotFoundError, NotADirectoryError):
        return ReverseRecord(pack.name)
    except (OSError, ValueError) as error:
        raise PorterError(
            f"the record of the rename is damaged ({error})",
            path=path,
            hint="restore it from version control; without it, remove it and look at the result",
        ) from error
    return record if record.pack == pack.name else ReverseRecord(pack.name)


def _exceptions(value: Any) -> Exceptions:
    found = fields(value, ("digest", "places"))
    places = tuple(map(_place, rows(found["places"])))
    if any(one.end > other.start for one, other in pairwise(places)):
        raise ValueError("places overlap")
    return Exceptions(text(found["digest"]), places)


def _place(value: Any) -> Exempt:
    low, high, new = row(value, 3)
    if new is not None:
        text(new).encode("latin-1")  # it stands for bytes; what does not is a ValueError
    start = whole(low)
    return Exempt(start, whole(high, start), new)


def _inside(path: Any) -> str:
    found = text(path)
    if not leads_inside(found):
        raise ValueError("a path leads out of the port")
    return found
