"""Inline assembly that nothing stands for in HIP."""

from __future__ import annotations

from collections.abc import Iterator

from porter.ptx.matching import Untranslated
from porter.ptx.recognize import is_ptx
from porter.ptx.statement import AsmStatement, statements
from porter.ptx.translate import translate
from porter.source import SourceFile


def foreign_assembly(file: SourceFile) -> Iterator[int]:
    """Yield where an `asm` statement begins that is not PTX, or that cannot be translated."""
    return (statement.start for statement in statements(file) if _is_foreign(file, statement))


def _is_foreign(file: SourceFile, statement: AsmStatement) -> bool:
    """Tell whether nothing stands for an `asm` statement; an empty one is a barrier only."""
    if not statement.text and not statement.obstacle:
        return False
    if not is_ptx(file, statement):
        return True
    try:
        translate(statement, native=False)
    except Untranslated:
        return True
    return False
