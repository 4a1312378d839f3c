"""Works around inline PTX registers with one percent sign, which nvcc accepts and clang does not.

Clang takes a letter behind `%` for a modifier of the operand whose number follows. Where no number
can follow, because a second letter does, the word is a register of PTX, and `%%` means the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from porter.ptx.statement import statements
from porter.source import SourceFile
from porter.source.text.languages import Language

_LITERAL = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_REGISTER = re.compile(rb"%%|%(?=[A-Za-z_]{2})")


def doubled(path: Path, data: bytes) -> bytes:
    """Return a source with `%%` wherever only that can be meant.

    Args:
        path: the file's name.
        data: its bytes.
    """
    file = SourceFile(path.as_posix(), data, Language.CUDA)
    parts: list[bytes] = []
    at = 0
    for statement in statements(file):
        if statement.is_extended:
            parts.append(data[at : statement.start])
            parts.append(_LITERAL.sub(_double, data[statement.start : statement.end]))
            at = statement.end
    return b"".join([*parts, data[at:]])


def _double(literal: re.Match[bytes]) -> bytes:
    return _REGISTER.sub(b"%%", literal.group())


def overlay(files: Mapping[Path, bytes], folder: Path) -> Path:
    """Write an overlay file, by which clang reads other contents under the same names.

    Args:
        files: what is to be read in place of which files.
        folder: where the contents and the overlay are written.
    """
    roots = []
    for number, (path, data) in enumerate(files.items()):
        contents = folder / f"contents-{number}"
        contents.write_bytes(data)
        roots.append({"type": "file", "name": str(path), "external-contents": str(contents)})
    made = folder / "overlay.json"
    made.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}))
    return made
