"""Find blocks of native ports that leave lanes of a wavefront empty while masks name all of them.

## What it does
With `--warp native` it reports launches of blocks whose number of threads is known and no multiple
of 64, in files that pass masks to warp functions.

## Why
The mask of all lanes, `~0ull`, names 64 of them on gfx9. HIP compares it with the lanes that are
there and stops the kernel where they differ: a block of 32 threads, or the last wavefront of a
block of 96, has half of them. CUDA's warps of 32 are whole in both.

## What it leaves alone
Blocks of a size that the file does not give in figures: look at them. Files without masks, and
everything with `--warp 32`, where a mask names the 32 lanes of a warp.

## References
HIP kernel language reference, "Warp cross-lane functions"; `amd_warp_sync_functions.h`,
`__hip_check_mask`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.launch._expression import OPENING, closing_chevrons
from porter.fixers.warp._idioms import MASKED
from porter.options import Options
from porter.project.known_numbers import known_number
from porter.source import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

_WAVE = 64

rule = Rule(
    "WRP34",
    "partial-wavefronts",
    fix=Fix.NONE,
    names=MASKED,
    shadowable=MASKED,
    when=When(warp="native"),
)
_NATIVE = Options(warp="native")

EXAMPLES = (
    Example(
        """
        __global__ void k(int *o) { o[0] = __shfl_xor_sync(~0ull, o[threadIdx.x], 1); }
        void run(int *o) { k<<<4, 32>>>(o); }
        """,
        options=_NATIVE,
        findings=("warning",),
    ),
    Example(
        """
        constexpr int WARPS = 3, THREADS = WARPS * 32;
        #define HALF 32
        __global__ void k(int *o) { o[0] = __any_sync(~0ull, o[threadIdx.x]); }
        void run(int *o) {
          k<<<4, THREADS>>>(o);
          dim3 block(HALF, 1);
          k<<<4, block>>>(o);
          k<<<4, dim3(8, 4)>>>(o);
        }
        """,
        options=_NATIVE,
        findings=("warning",) * 3,
        title="constants, products, blocks of more than one dimension",
    ),
    Example(
        """
        __global__ void k(int *o) { o[0] = __any_sync(~0ull, o[threadIdx.x]); }
        void run(int *o, int threads, dim3 block) {
          k<<<4, 128>>>(o);
          k<<<4, threads>>>(o);
          k<<<4, dim3(32, 4)>>>(o);
          k<<<4, block>>>(o);
        }
        """,
        options=_NATIVE,
        title="whole wavefronts, and sizes that nobody gives",
    ),
    Example("void run(int *o) { k<<<4, 32>>>(o); }\n", options=_NATIVE, title="no masks"),
    Example("k<<<4, 32>>>(__any_sync(~0u, 1));\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each launch of a block that is no whole wavefronts."""
    if next(iter(file.uses(MASKED)), None) is None:
        return
    for opening in OPENING.finditer(file.code):
        end, _ = closing_chevrons(file.code, opening.end())
        parameters = list(split_arguments(file.code, opening.end(), end))
        if len(parameters) < 2:
            continue
        threads = _threads(file, file.code[slice(*parameters[1])].strip())
        if threads is not None and threads % _WAVE:
            yield rule.warning(
                parameters[1],
                f"a block of {threads} threads leaves lanes of gfx9's waves of {_WAVE} empty; "
                "HIP's warp functions stop a kernel whose mask names them",
                hint="a multiple of 64 threads, or masks by __activemask()",
            )


def _threads(file: SourceFile, written: bytes) -> int | None:
    """Return how many threads a block has, None where the file does not say."""
    made = re.fullmatch(rb"dim3[ \t]*([({])(.*)[)}]", written, re.DOTALL)
    if made is None and re.fullmatch(rb"[A-Za-z_]\w*", written):
        declared = list(
            re.finditer(
                rb"\bdim3[ \t]+(?:\w+(?:[ \t]*\([^()]*\))?[ \t]*,[ \t]*)*"
                + written
                + rb"[ \t]*(?:=[ \t]*(?:dim3[ \t]*)?)?([({])",
                file.code,
            )
        )
        if len(declared) == 1:
            close = closing(file.code, declared[0].start(1))
            if close is None:
                return None
            return _product(file, file.code[declared[0].end() : close])
    if made is not None:
        return _product(file, made[2])
    return known_number(file, written)


def _product(file: SourceFile, members: bytes) -> int | None:
    """Return the product of what a `dim3` is made of."""
    numbers = [
        known_number(file, members[start:end].strip())
        for start, end in split_arguments(members, 0, len(members))
    ]
    known = [number for number in numbers if number is not None]
    return prod(known) if known and len(known) == len(numbers) else None
