"""Leave functions of the processor to clang where a project defines them for itself.

## What it does
Guards a project's own `__rdtsc`, `_mm_pause`, `_mm_mfence`, `_mm_lfence`, `_mm_sfence` and
`_mm_getcsr` with `#if !defined(__clang__)`.

## Why
nvcc's host compiler has them in a header that a project need not include. Clang has them built in
and refuses another: `static declaration of '__rdtsc' follows non-static declaration`.

## What it leaves alone
Definitions in a condition that names clang, in a namespace or class, and those that share a line;
declarations without a body, which agree with clang's.

## References
clang, `BuiltinsX86.td`; each name was tried with clang 19.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.language._definitions import global_function, whole_lines
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = (b"__rdtsc", b"_mm_pause", b"_mm_mfence", b"_mm_lfence", b"_mm_sfence", b"_mm_getcsr")
_GUARD = b"#if !defined(__clang__)  // which has this function built in"

rule = Rule("LNG48", "own-builtins", names=_NAMES, handles=())

EXAMPLES = (
    Example(
        """
        static unsigned long inline __rdtsc() {
          unsigned high, low;
          __asm__("rdtsc;" : "=d"(high), "=a"(low));
          return (unsigned long)high << 32 | low;
        }
        unsigned long now() { return __rdtsc(); }
        """,
        """
        #if !defined(__clang__)  // which has this function built in
        static unsigned long inline __rdtsc() {
          unsigned high, low;
          __asm__("rdtsc;" : "=d"(high), "=a"(low));
          return (unsigned long)high << 32 | low;
        }
        #endif
        unsigned long now() { return __rdtsc(); }
        """,
    ),
    Example(
        """
        namespace own { inline void _mm_pause() {} }
        #ifndef __clang__
        inline void _mm_mfence() {}
        #endif
        unsigned long now() { return __rdtsc(); }
        """,
        title="in a namespace, guarded, and called",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a guard for each definition."""
    for use in file.mentions(_NAMES):
        node = global_function(file, use.start, use.end)
        if node is None or node.type != "function_definition":
            continue
        outer = node.parent
        while outer is not None and not outer.type.startswith("preproc_if"):
            outer = outer.parent
        if outer is not None and b"__clang__" in file.code[outer.start_byte : node.start_byte]:
            continue
        lines = whole_lines(file, node.start_byte, node.end_byte)
        if lines is not None and _is_global(node):
            before, behind = _GUARD + file.newline, b"#endif" + file.newline
            yield from rule.wrap(lines, before, behind)


def _is_global(node: Node) -> bool:
    """Tell whether a definition stands in no namespace and no class."""
    at = node.parent
    while at is not None and at.type.startswith(("preproc_", "translation_unit")):
        at = at.parent
    return at is None
