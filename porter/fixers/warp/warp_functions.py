"""Give warp functions CUDA's 32-lane meaning.

## What it does
With `--warp 32`, the default, it renames shuffles, votes, ballots, match and reduce functions,
`__activemask` and the forms without a mask to those of the support header `warp.hpp`, in calls,
macros and templates alike. Arguments stay as they are.

## Why
CUDA code is written for warps of 32 lanes and masks of 32 bits. On gfx9 a wavefront has 64 lanes:
HIP's `__ballot` gives 64 bits there, a shuffle without a width reaches across all 64 lanes, and
`__shfl_sync` wants a 64-bit mask (ROCm 6.4 declares it only when
`HIP_ENABLE_WARP_SYNC_BUILTINS` is defined). The support header forms two logical warps in such a
wavefront. Masks, ballots and widths are those of CUDA; on a wavefront of 32 lanes the functions
are the hardware's.

## What it leaves alone
Members, names of other scopes, and names that the project itself defines; these are reported. A
macro that gives `__shfl_sync` by `__shfl` for old toolkits is no such definition, nor is an
overload that hands a further type on to CUDA's function: the support header takes any type, so
calls go there and the overload stays behind unused. A name that is pasted together with `##` is
reported.

What logical warps cannot save is found by WRP13 (lanes that reach a warp function from different
branches) and WRP14 (one lane that waits for another).

## References
CUDA C++ Programming Guide, warp shuffle, vote, match and reduce functions; PTX ISA, `shfl.sync`;
HIP kernel language reference, warp cross-lane functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.cpp.declarations import Extent
from porter.source.cpp.uses import is_pasted
from porter.source.text.edits import RuleOutput
from porter.tables.supplies import supplied_by

_SUPPLIED = supplied_by("warp.hpp")
#: Beginnings of names that macros paste together: `__shfl_##kind##_sync`.
_STEMS = (b"__shfl_", b"__reduce_", b"__match_")

rule = Rule(
    "WRP20", "warp-functions", names=(*_SUPPLIED, *_STEMS), shadowable=(*_SUPPLIED, *_STEMS)
)


EXAMPLES = (
    Example(
        "for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(0xffffffff, v, i);\n",
        """
        #include "porter_compat/warp.hpp"
        for (int i = 16; i > 0; i /= 2) v += porter::shfl_down_sync(0xffffffff, v, i);
        """,
        title="a reduction over a warp",
    ),
    Example(
        """
        unsigned peers = __match_any_sync(__activemask(), key);
        if (__popc(peers & lanes_below) == 0) atomicAdd(&n, __popc(peers));
        """,
        """
        #include "porter_compat/warp.hpp"
        unsigned peers = porter::match_any_sync(porter::activemask(), key);
        if (__popc(peers & lanes_below) == 0) atomicAdd(&n, __popc(peers));
        """,
        title="masks stay 32 bits wide, and so does what counts them",
    ),
    Example(
        """
        #if CUDART_VERSION < 9000
        #define __shfl_sync(m, v, l) __shfl(v, l)
        #endif
        x = __shfl_sync(~0u, x, 0);
        """,
        """
        #include "porter_compat/warp.hpp"
        #if CUDART_VERSION < 9000
        #define __shfl_sync(m, v, l) porter::shfl(v, l)
        #endif
        x = porter::shfl_sync(~0u, x, 0);
        """,
        title="a stand-in for old toolkits",
    ),
    Example(
        "#define SHUFFLE(kind) __shfl_##kind##_sync\n",
        findings=("error",),
        title="a name made by the preprocessor is reported",
    ),
    Example(
        """
        __device__ at::Half __shfl_sync(unsigned m, at::Half v, int l) {
          return __shfl_sync(m, v.operator __half(), l);
        }
        h = __shfl_sync(m, h, 0);
        """,
        """
        #include "porter_compat/warp.hpp"
        __device__ at::Half __shfl_sync(unsigned m, at::Half v, int l) {
          return porter::shfl_sync(m, v.operator __half(), l);
        }
        h = porter::shfl_sync(m, h, 0);
        """,
        title="an overload for a further type",
    ),
    Example(
        """
        #define __any(x) mine(x)
        if (__any(x)) y();
        """,
        findings=("warning",),
        title="a macro of the project is the project's",
    ),
    Example("pool.__any(x); simd::__all(x); // __ballot(x)\n", title="other people's names stay"),
    Example(
        "v += __shfl_down_sync(0xffffffff, v, i);\n",
        options=Options(warp="native"),
        title="--warp native writes for the hardware's wavefront",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each warp function, and findings for those that cannot be told."""
    wanted = {name for name, supply in _SUPPLIED.items() if supply.is_needed(context.options)}
    if not wanted:
        return
    for definition in context.definitions:
        if definition.name in wanted and definition.extent in (Extent.FILE, Extent.NAMESPACE):
            yield rule.warning(
                definition,
                f"{definition.name.decode()} is the project's own {definition.kind} and left "
                "alone, with its calls",
                hint="make it work for warps of 32 lanes on a wavefront of 64, or remove it: the "
                "support header takes values of any type",
            )
    for use in file.uses(wanted):
        yield rule.replace(use, _SUPPLIED[use.name].port, support="warp.hpp")
    for use in sorted(file.occurrences_of(frozenset((*_STEMS, *(wanted - context.defined))))):
        if is_pasted(file.code, use.start, use.name):
            yield rule.error(
                use,
                f"the name of a warp function is pasted together from {use.name.decode()}",
                hint="write the names out, so that they can become those of warp.hpp",
            )
