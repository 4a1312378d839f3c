"""Detects binary files, and names in device code among them."""

from __future__ import annotations

import re
import struct

from porter.packs.renamer import Renamer

_SAMPLE = 8192
_ELF = b"\x7fELF"
#: `e_machine` of device code: AMD's GPUs, and NVIDIA's.
_DEVICES = frozenset({0xE0, 190})
_BUNDLES = (b"__CLANG_OFFLOAD_BUNDLE__", b"CCOB", b"\x50\xed\x55\xba")
_SYMBOL = re.compile(rb"[A-Za-z_$][A-Za-z0-9_$]{3,}")


def is_binary(data: bytes) -> bool:
    """Tell whether bytes are no text, as version control tells it: a zero among the first."""
    return b"\0" in data[:_SAMPLE]


def is_device_code(data: bytes) -> bool:
    """Tell whether bytes are compiled device code: an ELF file of a GPU, or a bundle of them."""
    if data.startswith(_BUNDLES):
        return True
    if not data.startswith(_ELF) or len(data) < 20:
        return False
    order = ">" if data[5] == 2 else "<"
    (machine,) = struct.unpack_from(order + "H", data, 18)
    return machine in _DEVICES


def symbols(data: bytes, renamer: Renamer) -> frozenset[bytes]:
    """Return the names in a binary file that hold an old name and something beside it."""
    if not renamer.may_speak_of(data):
        return frozenset()
    found: set[bytes] = set()
    for match in renamer.matches(data):
        start, end = match.start, match.end
        while start and _is_word(data[start - 1]):
            start -= 1
        while end < len(data) and _is_word(data[end]):
            end += 1
        word = data[start:end]
        if word not in renamer.olds and _SYMBOL.fullmatch(word):
            found.add(word)
    return frozenset(found)


def _is_word(byte: int) -> bool:
    return byte in b"_$" or (byte < 0x80 and chr(byte).isalnum())
