"""Say that HIP's fast exponentials give 0 where CUDA's give a number below 2^-126.

## What it does
Notes the first `__expf` or `__exp10f` of a file.

## Why
Both are one instruction of AMD's, `v_exp_f32`, which has no subnormal results: from about
`__expf(-87.4f)` on it gives 0. CUDA's goes on to numbers near 1e-45, unless the code is compiled
with `-ftz=true` or `-use_fast_math`. A sum of such terms is the same; a logarithm of one or a
division by one is not. CUDA's result would cost three more instructions for each call, so the call
stays.

## What it leaves alone
`expf`, `exp2f` and `exp10f`, which keep subnormal results; `__log2f` and `__powf`, which a support
header supplies (LNG11).

## References
CUDA C++ Programming Guide, intrinsic functions; AMD CDNA3 ISA, `V_EXP_F32`; clang's
`__clang_hip_math.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_NAMES = (b"__expf", b"__exp10f")

rule = Rule("NUM12", "flushed-results", fix=Fix.NONE, names=_NAMES, handles=(), shadowable=_NAMES)

EXAMPLES = (
    Example(
        """
        __device__ float weight(float x, float most) { return __expf(x - most); }
        __device__ float other(float x) { return __expf(-x); }
        """,
        findings=("note",),
        title="once for a file",
    ),
    Example("__device__ float weight(float x) { return expf(x) + math.__expf(x); }\n"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield one note for the file."""
    for use in sorted(file.uses(_NAMES))[:1]:
        yield rule.note(
            use,
            f"HIP's {use.name.decode()} gives 0 where CUDA's gives a number below 2^-126",
            hint="call expf where a logarithm or a quotient of so small a number matters",
        )
