"""Makes small `.deb` files and wheels to install."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path


def make_deb(
    path: Path,
    files: dict[str, str],
    links: dict[str, str] | None = None,
    more: Sequence[tuple[tarfile.TarInfo, bytes]] = (),
) -> Path:
    """Write a Debian package (deb(5): an ar archive of three members) with `files` as its data.

    Args:
        path: the package.
        files: name -> content.
        links: name -> where it leads; they come after the files.
        more: members that come after these.
    """
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            info.mode = 0o4755
            tar.addfile(info, io.BytesIO(text.encode()))
        for name, target in (links or {}).items():
            info = tarfile.TarInfo(name)
            info.type = tarfile.SYMTYPE
            info.linkname = target
            tar.addfile(info)
        for info, content in more:
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    control = io.BytesIO()
    with tarfile.open(fileobj=control, mode="w:gz") as tar:
        text = b"Package: x\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n"
        info = tarfile.TarInfo("./control")
        info.size = len(text)
        tar.addfile(info, io.BytesIO(text))
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": control.getvalue(),
        "data.tar.gz": data.getvalue(),
    }
    with path.open("wb") as out:
        out.write(b"!<arch>\n")
        for name, content in members.items():
            header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
            out.write(header.encode() + content + b"\n" * (len(content) % 2))
    return path


def make_wheel(path: Path, files: dict[str, str]) -> Path:
    """Write a wheel with `files`."""
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, **attributes: object) -> tarfile.TarInfo:
    """Return a member of a package."""
    info = tarfile.TarInfo(name)
    info.type, info.mode = kind, 0o644
    for key, value in attributes.items():
        setattr(info, key, value)
    return info
