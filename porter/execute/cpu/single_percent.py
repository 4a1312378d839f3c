"""Works around inline PTX registers with one percent sign, which nvcc accepts and clang does not.

Clang takes a letter behind `%` for a modifier of the operand whose number follows. Where no number
can follow, because a second letter does, the word is a register of PTX, and `%%` means the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from porter.files.real_path import real_path
from porter.ptx.statement import statements
from porter.source import SourceFile
from porter.source.text.languages import Language

#: What clang says behind the name, line and column.
_REFUSAL = " error: invalid % escape in inline assembly string"
_LITERAL = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_REGISTER = re.compile(rb"%%|%(?=[A-Za-z_]{2})")


def refused(errors: str) -> set[Path]:
    """Return the files in which a compiler did not take a percent sign.

    Args:
        errors: what clang wrote on stderr.
    """
    places = (line.rpartition(_REFUSAL)[0] for line in errors.splitlines() if _REFUSAL in line)
    return {real_path(Path(place.rsplit(":", 3)[0])) for place in places}


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
