"""Reads what lies in object files and archives: sections of ELF, members of `ar`.

Source: System V ABI, "Object Files"; ar(5).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.regular import read_regular

_ELF64_LITTLE = b"\x7fELF\x02\x01"
_ARCHIVE, _THIN_ARCHIVE = b"!<arch>\n", b"!<thin>\n"
_MEMBER_HEADER = 60
#: Larger files are not looked into.
_LARGEST = 1 << 30


class Member(NamedTuple):
    """An object in an archive, or one by itself.

    Args:
        name: its name in the archive; empty for an object by itself.
        data: its bytes.
    """

    name: str
    data: bytes


def objects_in(path: Path) -> Iterator[Member]:
    """Yield the objects of an archive, or the one object; nothing for what is neither.

    Raises:
        PorterError: the file is damaged.
    """
    data = read_regular(path, _LARGEST)
    try:
        if data.startswith(_ELF64_LITTLE):
            yield Member("", data)
        elif data.startswith((_ARCHIVE, _THIN_ARCHIVE)):
            yield from _members(data, path.parent)
    except (struct.error, ValueError, IndexError) as error:
        raise PorterError(f"damaged object file or archive: {error}", path=path) from error


def section(data: bytes, name: bytes) -> bytes:
    """Return the contents of an object's section, nothing when there is no such section.

    Args:
        data: the object.
        name: the section's.

    Raises:
        PorterError: the object is damaged.
    """
    try:
        return next(
            (data[at : at + size] for named, at, size in _sections(data) if named == name), b""
        )
    except (struct.error, ValueError, IndexError) as error:
        raise PorterError(f"damaged object file: {error}") from error


def _sections(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield name, offset and size of each section."""
    (table,) = struct.unpack_from("<Q", data, 0x28)
    entry, count, names = struct.unpack_from("<HHH", data, 0x3A)
    if not table or not count:
        return
    (names_at,) = struct.unpack_from("<Q", data, table + names * entry + 0x18)
    for index in range(count):
        header = table + index * entry
        (name,) = struct.unpack_from("<I", data, header)
        at, size = struct.unpack_from("<QQ", data, header + 0x18)
        start = names_at + name
        yield data[start : data.index(b"\0", start)], at, size


def _members(data: bytes, folder: Path) -> Iterator[Member]:
    is_thin = data.startswith(_THIN_ARCHIVE)
    long_names = b""
    at = len(_ARCHIVE)
    while at + _MEMBER_HEADER <= len(data):
        field = data[at : at + 16].rstrip(b" ")
        size = int(data[at + 48 : at + 58])
        start = at + _MEMBER_HEADER
        is_table = field in (b"/", b"//", b"/SYM64/")
        content = data[start : start + size] if is_table or not is_thin else b""
        at = start + (size + size % 2 if is_table or not is_thin else 0)
        if field == b"//":
            long_names = content
            continue
        if is_table:
            continue
        if field.startswith(b"#1/"):  # BSD's: the name comes before the content
            length = int(field[3:])
            field, content = content[:length].rstrip(b"\0"), content[length:]
        elif field.startswith(b"/"):
            offset = int(field[1:])
            field = long_names[offset : long_names.index(b"\n", offset)]
        name = field.removesuffix(b"/").decode(errors="surrogateescape")
        if is_thin:
            content = read_regular(folder / name, _LARGEST)
        if content.startswith(_ELF64_LITTLE):
            yield Member(name, content)
