"""Give CUB's lane numbers and warp constants CUDA's values.

## What it does
With `--warp 32`, the default, it replaces `cub::LaneId`, `cub::WarpId` and the lane masks
(`cub::LaneMaskLt` …) by those of the support header `warp.hpp`, CUB's votes (`cub::WARP_BALLOT` …)
and `cub::WarpMask` by those of `cub_votes.hpp`, and the macros
`CUB_PTX_WARP_THREADS`, `CUB_WARP_THREADS(…)` and `CUB_PTX_LOG_WARP_THREADS` by 32 and 5. With
`--warp native` it reports the functions: they count the lanes of the hardware's wavefront.

## Why
hipCUB counts lanes and warps of the hardware's wavefront: lanes 0 to 63 and 64-bit masks on gfx9;
its votes ask all of the wavefront's lanes, whatever the mask says.
Next to warps of 32 lanes (WRP20, WRP11) that selects the wrong slots and leaders.

## What it leaves alone
Names of other scopes.

## References
CUB `util_ptx.cuh` and `util_arch.cuh`; hipCUB `backend/rocprim/util_ptx.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._cub import cub_names
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_FUNCTIONS = {
    b"LaneId": b"porter::lane_id",
    b"WarpId": b"porter::warp_id",
    b"LaneMaskLt": b"porter::lanemask_lt",
    b"LaneMaskLe": b"porter::lanemask_le",
    b"LaneMaskGt": b"porter::lanemask_gt",
    b"LaneMaskGe": b"porter::lanemask_ge",
}
#: Of the support header `cub_votes.hpp`.
_VOTES = frozenset((b"WARP_ALL", b"WARP_ANY", b"WARP_BALLOT", b"WARP_SYNC", b"WarpMask"))
_MACROS = {
    b"CUB_PTX_WARP_THREADS": b"porter::warp_size",
    b"CUB_WARP_THREADS": b"porter::warp_size",
    b"CUB_PTX_LOG_WARP_THREADS": b"5",
    b"CUB_LOG_WARP_THREADS": b"5",
}

rule = Rule("WRP22", "cub-lanes", names=(*_FUNCTIONS, *_VOTES, *_MACROS))

EXAMPLES = (
    Example(
        "if (cub::LaneId() == 0) sums[::cub::WarpId()] = sum;\n",
        """
        #include "porter_compat/warp.hpp"
        if (porter::lane_id() == 0) sums[porter::warp_id()] = sum;
        """,
    ),
    Example(
        "__shared__ float sums[256 / CUB_WARP_THREADS(0)];\n",
        """
        #include "porter_compat/warp.hpp"
        __shared__ float sums[256 / porter::warp_size];
        """,
        title="the argument was an architecture once",
    ),
    Example(
        "if (cub::WARP_ANY(p, cub::WarpMask<16>(w))) votes = cub::WARP_BALLOT(p, all);\n",
        """
        #include "porter_compat/cub_votes.hpp"
        if (porter::WARP_ANY(p, porter::WarpMask<16>(w))) votes = porter::WARP_BALLOT(p, all);
        """,
        title="votes",
    ),
    Example("int lane = mine::LaneId();\n", title="another scope"),
    Example(
        "int lane = cub::LaneId(), below = __popc(cub::LaneMaskLt());\n",
        options=Options(warp="native"),
        findings=("warning", "warning"),
    ),
)


@rule.check_when(When(warp="native"))
def report(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each function that counts the hardware's lanes."""
    for use in cub_names(file, frozenset(_FUNCTIONS)):
        behind = file.next(use.end)
        if file.code[behind : behind + 1] == b"(":
            is_mask = use.name.startswith(b"LaneMask")
            yield rule.warning(
                use,
                f"cub::{use.name.decode()} is of the hardware's wavefront: "
                + ("64 bits" if is_mask else "64 lanes")
                + " on gfx9",
                hint="keep it in 64 bits and count with __popcll"
                if is_mask
                else "count with warpSize, not with 32, beside it",
            )


@rule.check_when(When(warp="32"))
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each name."""
    for use in cub_names(file, frozenset(_FUNCTIONS)):
        behind = file.next(use.end)
        if file.code[behind : behind + 1] == b"(":
            whole = (file.qualified_start(use.start), use.end)
            yield rule.replace(whole, _FUNCTIONS[use.name], support="warp.hpp")
    for use in cub_names(file, _VOTES):
        behind = file.next(use.end)
        if file.code[behind : behind + 1] in (b"(", b"<"):
            whole = (file.qualified_start(use.start), use.end)
            yield rule.replace(whole, b"porter::" + use.name, support="cub_votes.hpp")
    for use in file.uses(_MACROS):
        call = file.call_at(use.start, use.end)
        whole = (use.start, call.close + 1 if call else use.end)
        text = _MACROS[use.name]
        yield rule.replace(whole, text, support="warp.hpp" if b"::" in text else "")
