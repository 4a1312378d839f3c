"""Vendors' libraries that a program opens while it runs, by names that stand in its objects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from porter.execute.cpu.libraries.catalogue import VendorLibrary, linked_as
from porter.files.regular import read_regular

_NAME = re.compile(rb"(?<![\w/.-])lib(\w+)\.so(?:\.\d+)*(?=\0)")
#: Objects are read whole up to this size; constants of larger ones are not looked through.
_LARGEST = 1 << 28


def opened(objects: Iterable[Path]) -> dict[str, VendorLibrary]:
    """Return the libraries whose file names stand in objects: `libcublas.so.12` -> cuBLAS.

    Args:
        objects: what is linked.
    """
    found = {}
    for path in objects:
        if path.suffix != ".o" or not path.is_file() or path.stat().st_size > _LARGEST:
            continue
        for match in _NAME.finditer(read_regular(path, _LARGEST)):
            library = linked_as(f"-l{match[1].decode()}")
            if library is not None:
                found[match[0].decode()] = library
    return found
