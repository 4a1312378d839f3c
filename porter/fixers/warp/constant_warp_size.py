"""Find `warpSize` where a constant is needed.

## What it does
With `--warp native` it reports `warpSize` in array bounds, template arguments, `constexpr`
variables, `case` labels and `static_assert`.

## Why
From ROCm 7 on, HIP's `warpSize` is no constant any more: code is compiled without knowing the
wavefront. Such code does not compile; with earlier versions the constant is one of the device
pass only.

## What it leaves alone
Other uses. With `--warp 32` `warpSize` becomes the constant `porter::warp_size` (WRP21).

## References
HIP 7 changes, `warpSize`; apex#231.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.options import Options
from porter.source import Severity, SourceFile, Use
from porter.source.text.edits import RuleOutput

_CONSTANT = re.compile(rb"\b(?:constexpr\b|static_assert\s*\(|case\b|__shared__\b|enum\b)")
_BOUND = re.compile(rb"\[[^\[\]]*\Z")
_TEMPLATE = re.compile(rb"\w\s*<[^<>;(){}&|]*\Z")

#: Bytes of a statement in front of `warpSize` that are looked through.
_LONGEST = 4000

rule = Rule(
    "WRP09",
    "constant-warp-size",
    fix=Fix.NONE,
    names=(b"warpSize",),
    shadowable=(b"warpSize",),
    when=When(warp="native"),
)

EXAMPLES = (
    Example(
        "__shared__ float x[warpSize];\n",
        options=Options(warp="native", rocm=(7, 0)),
        findings=("error",),
    ),
    Example(
        "reduce<float, warpSize>(x);\n",
        options=Options(warp="native", rocm=(6, 4)),
        findings=("warning",),
    ),
    Example(
        """
        int lane = threadIdx.x % warpSize;
        if (i < warpSize && j > 0) x[i % warpSize] = 0;
        """,
        options=Options(warp="native"),
        title="values, no constants",
    ),
    Example("__shared__ float x[warpSize];\n", title="a constant with --warp 32"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each use as a constant."""
    for use in file.uses(rule.names):
        if use.start - file.statement_start(use.start) > _LONGEST:
            yield rule.warning(
                use,
                f"what stands more than {_LONGEST} bytes before warpSize is not looked at",
                hint="warpSize is no constant from ROCm 7 on: see whether one is asked for here",
            )
        elif _needs_constant(file, use):
            yield rule.finding(
                use,
                Severity.ERROR if context.options.rocm >= (7, 0) else Severity.WARNING,
                "warpSize is no constant from ROCm 7 on",
                hint="take the size as a template parameter, or bound the array by 64",
            )


def _needs_constant(file: SourceFile, use: Use) -> bool:
    code = file.code
    statement = code[file.statement_start(use.start) : use.start]
    if _CONSTANT.search(statement):
        return True
    end = file.next(use.end)
    if _TEMPLATE.search(statement) and code[end : end + 1] in (b">", b","):
        return code.find(b">", end, end + 80) >= 0 and b"?" not in statement
    bound = _BOUND.search(statement)
    return (
        bound is not None
        and re.fullmatch(rb"\s*(?:const\s+)?[A-Za-z_][\w:<>]*\s+\w+\s*", statement[: bound.start()])
        is not None
    )
