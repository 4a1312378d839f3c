"""Keep rounding modes.

## What it does
Renames the arithmetic functions with a rounding mode in their name (`__fadd_rz`, `__dmul_ru`,
`__fmaf_rd`, `__fsqrt_rn` …) and `__saturatef` to those of the support header `rounding.hpp`.

## Why
HIP has no `_rz`, `_ru` and `_rd` forms: the port would not compile. Its `_rn` forms of addition,
subtraction and multiplication are plain operators, which clang contracts into fused
multiply-adds (`-ffp-contract=fast` is HIP's default), where CUDA promises that it does not: sums
that keep their own rounding error (TwoSum, double-double arithmetic) break. Its `__fsqrt_rn` and
`__frsqrt_rn` are the hardware's approximations, CUDA's are rounded correctly. Its `__saturatef`
keeps NaN, CUDA's gives 0.

## What it leaves alone
`__fmaf_rn`, `__fdiv_rn`, `__frcp_rn` and conversions (`__float2int_rz`), which HIP rounds as CUDA
does; names that the project defines itself, members and names of other scopes.

## References
CUDA Math API, "Single Precision Intrinsics"; clang's `__clang_hip_math.h`, which has the modes
under `OCML_BASIC_ROUNDED_OPERATIONS` only; clang, `-ffp-contract`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.supplies import supplied_by

_SUPPLIED = supplied_by("rounding.hpp")

rule = Rule("NUM03", "rounding-modes", names=_SUPPLIED, shadowable=_SUPPLIED)

EXAMPLES = (
    Example(
        "float low = __fmaf_rz(a, b, c) - __fadd_ru(a, b);\n",
        """
        #include "porter_compat/rounding.hpp"
        float low = porter::fmaf_rz(a, b, c) - porter::fadd_ru(a, b);
        """,
        title="modes that HIP lacks",
    ),
    Example(
        """
        float product = __fmul_rn(a, b);
        float error = __fmaf_rn(a, b, -product);
        """,
        """
        #include "porter_compat/rounding.hpp"
        float product = porter::fmul_rn(a, b);
        float error = __fmaf_rn(a, b, -product);
        """,
        title="a product that must not be contracted",
    ),
    Example(
        """
        int n = __float2int_rz(x);
        float q = __fdiv_rn(a, b) + math.__fadd_rz(a, b);
        """,
        title="what HIP rounds alike",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each function with a rounding mode."""
    wanted = {
        name for name in file.names & _SUPPLIED.keys() if _SUPPLIED[name].is_needed(context.options)
    }
    for use in file.uses(wanted):
        yield rule.replace(use, _SUPPLIED[use.name].port, support="rounding.hpp")
