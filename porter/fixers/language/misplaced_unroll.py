"""Leave out `#pragma unroll` where no loop follows.

## What it does
Removes `#pragma unroll`, with or without a number, in front of a statement that is no loop: a
declaration, an assignment, an `if`, the end of a block.

## Why
nvcc passes over such a pragma. HIP's compiler stops: `expected a for, while, or do-while loop to
follow '#pragma unroll'`. What is computed does not hang on it.

## What it leaves alone
Pragmas in front of a name with parentheses, which may be a macro with a loop in it, of a name that
the file defines as a macro, and of `#if`.

## References
CUDA C++ Programming Guide, "#pragma unroll"; clang's attribute reference, "#pragma unroll".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG74", "misplaced-unroll")

_UNROLL = re.compile(rb"[ \t]*(?:GCC[ \t]+)?(?:no)?unroll\b")
_FOLLOWING = re.compile(rb"\s*+(?:(?P<name>[A-Za-z_]\w*+)\s*+)?(?P<then>->|\+\+|--|[-+*/|&^]?=|\S)")
_NAME = re.compile(rb"[ \t]*([A-Za-z_]\w*)")
_LOOPS = frozenset((b"for", b"while", b"do"))
#: Words that begin a statement or a declaration, which may be in front of a parenthesis.
_OTHERS = frozenset(
    b"if else return switch break continue case default goto const constexpr static auto extern "
    b"typename using typedef struct bool char short int long float double signed unsigned "
    b"__shared__ asm".split()
)
#: What stands behind a name that no macro of a loop has: `x = `, `x[`, `x.`, `T x`.
_OF_NAMES = frozenset((b"->", b"++", b"--", b".", b"[", b"=", b"<"))

EXAMPLES = (
    Example(
        """
        __global__ void clear(float *out, int n, int lanes) {
          #pragma unroll
          if (threadIdx.x < lanes)
            for (int i = threadIdx.x; i < n; i += lanes) out[i] = 0;
        }
        """,
        """
        __global__ void clear(float *out, int n, int lanes) {
          if (threadIdx.x < lanes)
            for (int i = threadIdx.x; i < n; i += lanes) out[i] = 0;
        }
        """,
    ),
    Example(
        """
        __device__ float sum(const float *in) {
          float all = 0;
        #pragma unroll 4  // of four
          all += in[0];
          #pragma unroll
          for (int i = 1; i < 4; i++) all += in[i];
          return all;
        }
        """,
        """
        __device__ float sum(const float *in) {
          float all = 0;
          all += in[0];
          #pragma unroll
          for (int i = 1; i < 4; i++) all += in[i];
          return all;
        }
        """,
        title="an assignment, and a loop",
    ),
    Example(
        """
        #define LOOP for (int i = 0; i < 4; i++)
        __device__ void f(float *out, int n) {
          #pragma unroll
          FOR_EACH(i, 4) out[i] = 0;
          #pragma unroll
          LOOP out[i] = 1;
          #pragma unroll 2
          // by two
          while (n--) out[n] = 2;
          #pragma unroll
        #ifdef DOWN
          for (int i = 3; i >= 0; i--) out[i] = 3;
        #else
          for (int i = 0; i < 4; i++) out[i] = 3;
        #endif
        }
        """,
        title="macros, a comment between, a condition",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the removal of each pragma in front of what is no loop."""
    if b"unroll" not in file.data:
        return
    macros = {
        match.group(1)
        for one in file.directives
        if one.keyword == b"define" and (match := _NAME.match(file.data, one.body_start))
    }
    for one in file.directives:
        is_unroll = one.keyword == b"pragma" and _UNROLL.match(file.code, one.body_start, one.end)
        if is_unroll and _is_misplaced(file.code, one.end, macros):
            end = file.data.find(b"\n", one.end)
            yield rule.replace((one.start, end + 1 if end >= 0 else len(file.data)), b"")


def _is_misplaced(code: bytes, end: int, macros: Collection[bytes]) -> bool:
    """Tell whether what follows a pragma is surely no loop."""
    match = _FOLLOWING.match(code, end)
    if match is None:
        return False
    name, then = match["name"], match["then"]
    if name is None:
        return then in (b"}", b"{", b";", b"*", b"(")
    if name in _LOOPS or name in macros:
        return False
    if name in _OTHERS or then in _OF_NAMES:
        return True
    is_declared = then.isalpha() or then in (b"_", b"*", b"&")
    return is_declared or (len(then) == 2 and then.endswith(b"="))
