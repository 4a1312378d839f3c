"""The unpacker of Debian packages and wheels."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.unpack import unpack_deb, unpack_wheel
from tests.fuzz.target import Broken, Case, Target
from tests.toolchain.archives import make_deb, make_wheel

_FILES = {"./usr/include/a.h": "int a;\n", "./usr/lib/x": "x" * 50}
_ODD_FILES = {"../../escaped": "x", "/escaped": "x", "./link/escaped": "x", "./" + "n" * 200: ""}
_LINKS = {"./link": "../..", "./usr/lib/y": "x", "./usr/include": "/"}


def check(case: Case) -> None:
    """Unpack an archive.

    Raises:
        Broken: something was written outside of the folder.
    """
    with tempfile.TemporaryDirectory() as scratch:
        top = Path(scratch)
        root = top / "deep" / "root"
        root.mkdir(parents=True)
        archive = top / case.path
        archive.write_bytes(case.data)
        try:
            (unpack_wheel if case.path.endswith(".whl") else unpack_deb)(archive, root)
        except PorterError:
            pass
        if sorted(os.listdir(top)) != sorted(["deep", case.path]) or os.listdir(top / "deep") != [
            "root"
        ]:
            raise Broken("archive", "writes outside of its folder")


def seeds() -> list[Case]:
    """Return small archives, some of them hostile."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for files, links in ((_FILES, {}), (_FILES, _LINKS), (_ODD_FILES, _LINKS)):
            found.append(Case("a.deb", make_deb(folder / "a.deb", files, links).read_bytes()))
        inner = {f"nvidia/x/{name}": text for name, text in _ODD_FILES.items()}
        for files in ({"nvidia/x/include/a.h": "int a;\n"}, inner, _ODD_FILES):
            found.append(Case("a.whl", make_wheel(folder / "a.whl", files).read_bytes()))
    return found


TARGET = Target(
    "deb", check, seeds, lambda: (b"!<arch>\n", b"`\n", b"PK\3\4", b"\x1f\x8b", b"../", b"/")
)
