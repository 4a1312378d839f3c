"""Branches that the port never compiles: they ask for a header of CUDA's that HIP has no like of.

`#ifdef NV_NPPIDEFS_H`: nothing defines it, and the rule that reports the question (LNG18) speaks
for all that the branch names.
"""

from __future__ import annotations

from porter.fixers import Context
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import chains, reached
from porter.source.preprocessor.expressions import Macro
from porter.source.text.spans import Span, merged


def never_compiled(file: SourceFile, context: Context) -> tuple[Span, ...]:
    """Return the spans of branches that hang on a header's mark which nothing of HIP's defines.

    Args:
        file: the file.
        context: tells the marks, and what the project defines.
    """
    marks = context.tables.marks
    names = marks.keys() & file.names - context.defined
    world = {
        name: Macro.UNDEFINED
        for name in names
        if marks[name].kind == "mark" and not marks[name].hip
    }
    if not world:
        return ()
    found: list[Span] = []
    for chain in chains(file.directives, len(file.code)):
        outcomes = zip(chain.branches, reached(chain, file.code, world), strict=True)
        found += [(one.start, one.end) for one, is_taken in outcomes if is_taken is False]
    return merged(found)
