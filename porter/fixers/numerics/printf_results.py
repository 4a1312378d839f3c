"""Find device code that uses what printf returns.

## What it does
Reports `printf` in device code whose result is kept, compared or returned.

## Why
In CUDA's device code `printf` returns the number of its arguments, `-1` for a failure and `-2`
without room. In HIP's it returns the number of characters, as in C, or 0.

## What it leaves alone
Calls that stand for themselves, and those cast to `void`; host code.

## References
CUDA C++ Programming Guide, formatted output; HIP, `printf` in device code.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

#: What uses a call's result; behind them stand alone it is dropped.
_DROPPED = ("expression_statement", "comma_expression", "conditional_expression")

rule = Rule(
    "NUM11", "printf-results", fix=Fix.NONE, names=(b"__global__", b"__device__"), handles=()
)

EXAMPLES = (
    Example(
        """
        __global__ void k(int *told) {
          told[0] = printf("%d %d", 1, 2);
          if (printf("no room") < 0) told[1]++;
        }
        """,
        findings=("warning", "warning"),
    ),
    Example(
        """
        __global__ void k(int n) {
          printf("%d", n);
          (void)printf("%d", n);
          if (n) printf("%d", n); else printf("none");
          n ? printf("%d", n) : 0;
        }
        int host(int n) { return printf("%d", n); }
        """,
        title="results that nobody wants, host code",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each result of printf that device code uses."""
    for call in file.calls(b"printf"):
        if function_around(file, call.start) is None or file.directive_at(call.start):
            continue
        node = file.tree.root_node.descendant_for_byte_range(call.start, call.name_end)
        while node is not None and node.type != "call_expression":
            node = node.parent
        above = node.parent if node is not None else None
        while above is not None and above.type in ("parenthesized_expression", *_DROPPED[1:]):
            above = above.parent
        if above is None or above.type == _DROPPED[0] or _is_void(file.code, call.start):
            continue
        yield rule.warning(
            call,
            "in CUDA's device code printf returns the number of its arguments, in HIP's that of "
            "the characters, or 0",
            hint="do not use what it returns",
        )


def _is_void(code: bytes, at: int) -> bool:
    """Tell whether a cast to void stands in front of a call."""
    return code[max(0, at - 20) : at].rstrip(b" \t").endswith((b"(void)", b"void("))
