"""What nvcc takes in CUDA and clang does not: what clang refused, and how it reads for clang.

Registers of inline PTX with one percent sign (`single_percent.py`), and `alignas` among the
specifiers of a variable, which clang wants in front of them.
"""

from __future__ import annotations

import re
from pathlib import Path

from porter.execute.cpu import single_percent
from porter.files.real_path import real_path
from porter.fixers.language.alignment import moved
from porter.source import SourceFile
from porter.source.text.apply import apply_edits
from porter.source.text.languages import Language

#: What clang says behind the name, line and column.
_REFUSAL = re.compile(
    r"(?m)^(.+?):\d+:\d+: error: (?:invalid % escape in inline assembly string"
    r"|an attribute list cannot appear here)"
)


def refused(errors: str) -> set[Path]:
    """Return the files in which a compiler did not take what nvcc takes.

    Args:
        errors: what clang wrote on stderr.
    """
    return {real_path(Path(path)) for path in _REFUSAL.findall(errors)}


def as_clang_takes(path: Path, data: bytes) -> bytes:
    """Return a source as clang takes it.

    Args:
        path: the file's name.
        data: its bytes.
    """
    file = SourceFile(path.as_posix(), single_percent.doubled(path, data), Language.CUDA)
    return apply_edits(file.data, moved(file))[0]
