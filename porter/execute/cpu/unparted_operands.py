"""Works around operands of inline PTX without a comma between them, which nvcc accepts."""

from __future__ import annotations

from pathlib import Path

from porter.ptx.statement import statements
from porter.source import SourceFile
from porter.source.text.languages import Language


def parted(path: Path, data: bytes) -> bytes:
    """Return a source with a comma between the operands of each `asm` statement.

    Args:
        path: the file's name.
        data: its bytes.
    """
    file = SourceFile(path.as_posix(), data, Language.CUDA)
    ends = [operand.close for statement in statements(file) for operand in statement.operands]
    at, parts = 0, list[bytes]()
    for end in ends:
        if file.code[(following := file.next(end)) : following + 1] == b'"':
            parts += [data[at:end], b","]
            at = end
    return b"".join([*parts, data[at:]])
