"""What a conversion gives for architectures that were added to a port: copies of another's files.

They are merged like the conversion's own files, so that what upstream changes arrives there, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import LARGEST_FILE, read_regular
from porter.port.multiarch.added import added_to, copy_for, place_for


class Copy(NamedTuple):
    """A file of an added architecture.

    Attributes:
        path: in the port.
        of: the file that it is a copy of, in the port.
        origin: whose file that is.
        arch: the added architecture.
    """

    path: str
    of: str
    origin: str
    arch: str

    def write(self, place: Path, into: Path) -> Path:
        """Write the copy of what `place` holds into a folder; return its file."""
        target = into / self.path
        target.parent.mkdir(parents=True, exist_ok=True)
        data = copy_for(read_regular(place, LARGEST_FILE), self.origin, self.arch)
        target.write_bytes(data)
        target.chmod(place.stat().st_mode & 0o777)
        return target


def copies(port: Path, paths: Iterable[str]) -> Iterator[Copy]:
    """Yield the copies that a port's added architectures have of a conversion's files.

    Args:
        port: the port's folder.
        paths: the conversion's files.
    """
    known = dict.fromkeys(paths)
    for arch, origin in added_to(port).items():
        for path in [*known]:
            new = place_for(path, origin, arch)
            folder = new[: new.find(f"/{arch}/") + len(arch) + 1]
            if new and new not in known and (port / folder).is_dir():
                known[new] = None
                yield Copy(new, path, origin, arch)
