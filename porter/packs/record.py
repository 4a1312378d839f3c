"""What a rename taken back must know beside the names: `.porter/reverse.json` in the port.

A name that was spelled the new way before the rename cannot be told from a renamed one
afterwards; neither can two spellings that became one. Such places are noted here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.names import REVERSE_RECORD
from porter.files.regular import read_regular
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
        content = json.loads(read_regular(path))
        if content["format"] != FORMAT:
            raise ValueError(f"format {content['format']}")
        if content["pack"] != pack.name:
            return ReverseRecord(pack.name)
        files = {
            str(name): Exceptions(
                str(one["digest"]),
                tuple(Exempt(int(low), int(high), text) for low, high, text in one["places"]),
            )
            for name, one in content["files"].items()
        }
        return ReverseRecord(pack.name, dict(content["paths"]), files)
    except (FileNotFoundError, NotADirectoryError):
        return ReverseRecord(pack.name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise PorterError(
            f"the record of the rename is damaged ({error})",
            path=path,
            hint="restore it from version control; without it, remove it and look at the result",
        ) from error
