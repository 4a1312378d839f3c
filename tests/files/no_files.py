"""What may stand where a file is expected, and what must neither hang nor be read to its end."""

from __future__ import annotations

import os
import socket
from pathlib import Path

KINDS = ("pipe", "socket", "device", "loop", "folder", "large")


def put(kind: str, place: Path) -> None:
    """Put something of a kind at `place`, where nothing is."""
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        here = Path.cwd()
        os.chdir(place.parent)  # the address of a socket is short
        try:
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(place.name)
        finally:
            os.chdir(here)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    elif kind == "loop":
        place.symlink_to(place.name)
    elif kind == "folder":
        place.mkdir()
    else:
        with place.open("wb") as stream:
            stream.truncate(1 << 40)
