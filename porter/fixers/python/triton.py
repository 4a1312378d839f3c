"""Report what Triton kernels say in terms of NVIDIA's hardware.

## What it does
Reports PTX in `tl.inline_asm_elementwise`, and, once a file, launches and configurations that
choose `num_warps`. Nothing is changed.

## Why
Triton's AMD back end assembles AMD's instructions, not PTX. A warp has 64 lanes on gfx9: the same
`num_warps` makes blocks of twice as many threads there, so that what was tuned is tuned no more.

## What it leaves alone
Everything else: Triton compiles kernels for AMD's GPUs as they are. Files that speak of HIP or ROCm
themselves.

## References
Triton, `triton.Config`, `tl.inline_asm_elementwise`; ROCm, optimizing Triton kernels.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.python.code import python_of
from porter.source.text.languages import Language

rule = Rule(
    "PYT09",
    "triton",
    fix=Fix.NONE,
    names=(b"inline_asm_elementwise", b"num_warps"),
    languages=(Language.PYTHON,),
)

EXAMPLES = (
    Example(
        "import triton\nfrom triton import language as tl\n\n\n@triton.jit\ndef kernel(x):\n"
        "    y = tl.inline_asm_elementwise('ex2.approx.f32 $0, $1;', '=r,r', [x], tl.float32,"
        " True, 1)"
        "\n\n\nkernel[(1,)](x, num_warps=8)\nkernel[(2,)](x, num_warps=4)\n",
        findings=("error", "note"),
        path="kernels.py",
    ),
    Example(
        """
        import triton

        kernel[(1,)](x, BLOCK=128)
        """,
        path="plain.py",
        title="the compiler chooses",
    ),
    Example(
        """
        def plan(num_warps):
            return make(num_warps=num_warps)
        """,
        path="cuda_plan.py",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield findings for PTX, and one for what chooses a number of warps."""
    if b"triton" not in file.names:
        return
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    chosen = []
    for call in code.calls:
        if call.name == "inline_asm_elementwise":
            yield rule.error(
                call.function,
                "the assembly of inline_asm_elementwise is PTX, which Triton's AMD back end does "
                "not take",
                hint="write it with tl or libdevice functions, or in AMD's instructions",
            )
        value = call.keywords.get("num_warps")
        if value is not None and value.type == "integer":
            chosen.append(value)
    if chosen:
        yield rule.note(
            chosen[0],
            "num_warps counts warps of 64 lanes on gfx9, of 32 on NVIDIA's GPUs",
            hint="tune it again: half as many warps make blocks of as many threads",
            occurrences=len(chosen),
        )
