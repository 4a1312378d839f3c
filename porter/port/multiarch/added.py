"""Architectures that `porter new arch` added to a port, and whose kernels each was made of."""

from __future__ import annotations

import json
import re
from pathlib import Path

from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.names import ADDED_ARCHITECTURES
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.port.scaffold.multiarch.wording import for_architecture
from porter.project.architecture_folders import architecture_of

_ARCH = re.compile(r"gfx[0-9a-f]{3,4}")


def added_to(port: Path) -> dict[str, str]:
    """Return architecture -> the one that its folder was copied of, in the order of their making.

    Raises:
        PorterError: the record is damaged.
    """
    place = port / ADDED_ARCHITECTURES
    if not place.is_file():
        return {}
    try:
        found = values.table(json.loads(read_regular(place, LARGEST_SETTINGS)))
        names = [(arch, values.text(origin)) for arch, origin in found.items()]
    except ValueError as error:
        raise PorterError(f"is damaged: {error}", path=place) from error
    if wrong := [one for pair in names for one in pair if not _ARCH.fullmatch(one)]:
        raise PorterError(f"is damaged: {wrong[0]!r} is no architecture", path=place)
    return dict(names)


def record_of(added: dict[str, str]) -> bytes:
    """Return the text of the record."""
    return (json.dumps(added, indent=1) + "\n").encode()


def place_for(path: str, origin: str, arch: str) -> str:
    """Return where an added architecture has its copy of a file; "" where it has none."""
    if architecture_of(path) != origin:
        return ""
    return path.replace(f"/{origin}/", f"/{arch}/", 1)


def copy_for(data: bytes, origin: str, arch: str) -> bytes:
    """Return an added architecture's copy of a file, before anybody tunes it."""
    return for_architecture(data, origin, arch)
