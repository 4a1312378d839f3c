"""Mark what stands in for device functions in the host's pass for both sides.

## What it does
Where a namespace of the project defines one of CUDA's device functions for the host alone, in a
part that the device's pass does not see (`#ifndef __CUDA_ARCH__`), and device code of the project
calls it, the definition is marked `__host__ __device__` for HIP's compiler.

## Why
nvcc looks at the bodies of device functions in the device's pass, where the name is CUDA's. Clang
looks at them in the host's pass too, finds the project's function first, as it is in a nearer
scope, and refuses it: `call to __host__ function from __device__ function`. What is marked for
both is found there, and no code is made of it.

## What it leaves alone
Definitions of the global scope, which would be HIP's own function a second time; members of
classes; definitions with a mark, with a macro of the project's in front, or seen by both passes.

## References
clang, "HIP Support": both passes check all functions; [basic.lookup.unqual].
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.declarations import Extent, scope_of
from porter.source.preprocessor.conditionals import chains, reached
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds
from porter.source.text.trees import TooLargeToParse
from porter.tables.rows import NameKind

if TYPE_CHECKING:
    from tree_sitter import Node

_ARCH = b"__CUDA_ARCH__"
_DEVICE_PASS = {_ARCH: 800}
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_MARK = (b"#if defined(__HIPCC__)", b"__host__ __device__", b"#endif")

rule = Rule("LNG49", "host-pass-functions", names=(_ARCH,), handles=())

EXAMPLES = (
    Example(
        """
        namespace own {
        #ifdef __CUDA_ARCH__
        #else
        inline int __float_as_int(float f) { return (const int &)f; }
        #endif
        __device__ int bits(float f) { return __float_as_int(f); }
        }
        """,
        """
        namespace own {
        #ifdef __CUDA_ARCH__
        #else
        #if defined(__HIPCC__)
        __host__ __device__
        #endif
        inline int __float_as_int(float f) { return (const int &)f; }
        #endif
        __device__ int bits(float f) { return __float_as_int(f); }
        }
        """,
    ),
    Example(
        """
        #ifndef __CUDA_ARCH__
        inline int __clz(int n) { return n ? __builtin_clz(n) : 32; }
        namespace own {
        __host__ __device__ inline int __ffs(int n) { return __builtin_ffs(n); }
        struct Bits { int __popc(int n) { return __builtin_popcount(n); } };
        }
        #endif
        namespace own { inline float __int_as_float(int i) { return (const float &)i; } }
        """,
        title="of the global scope, marked, a member, and seen by both",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a mark for each such definition."""
    hidden = [
        (branch.start, branch.end)
        for chain in chains(file.directives, len(file.code))
        if any(_ARCH in _text(file, branch.directive.start) for branch in chain.branches)
        for branch, is_seen in zip(
            chain.branches, reached(chain, file.code, _DEVICE_PASS), strict=True
        )
        if is_seen is False
    ]
    if not hidden:
        return
    for use in file.mentions(_intrinsics(file, context)):
        if not holds(hidden, use.start):
            continue
        node = _function(file, use.start, use.end)
        if node is not None and not _is_marked(file.code[node.start_byte : use.start]):
            start = file.line_start(node.start_byte)
            if not file.code[start : node.start_byte].strip():
                yield rule.insert(start, file.newline.join((*_MARK, b"")))


def _text(file: SourceFile, start: int) -> bytes:
    directive = file.directive_at(start)
    return b"" if directive is None else file.code[directive.start : directive.end]


def _is_marked(head: bytes) -> bool:
    """Tell whether words in front of a name may mark it: CUDA's, or a macro of the project's."""
    return any(
        word in (b"__device__", b"__global__")
        or (word.isupper() and len(word) > 1)
        or b"device" in word
        or b"both" in word
        for word in _WORD.findall(head)
    )


def _intrinsics(file: SourceFile, context: Context) -> list[bytes]:
    """Return the names of CUDA's device functions that the file has."""
    rows = context.tables.names
    return [
        name
        for name in file.names
        if name.startswith(b"__") and name in rows and rows[name].kind is NameKind.INTRINSIC
    ]


def _function(file: SourceFile, start: int, end: int) -> Node | None:
    """Return the definition of a namespace's function that has its name at an offset."""
    try:
        node = file.tree.root_node.descendant_for_byte_range(start, end)
    except TooLargeToParse:
        return None
    while node is not None and node.type not in ("function_definition", "compound_statement"):
        node = node.parent
    if node is None or node.type != "function_definition":
        return None
    body = node.child_by_field_name("body")
    if body is None or not node.start_byte <= start < body.start_byte:
        return None
    extent, scope, _ = scope_of(node, "function")
    return node if extent is Extent.NAMESPACE and scope else None
