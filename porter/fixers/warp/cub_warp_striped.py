"""Keep CUB's warp-striped arrangements at 32 lanes.

## What it does
With `--warp 32`, the default, `cub::BlockExchange`, `cub::LoadDirectWarpStriped` and
`cub::StoreDirectWarpStriped` become those of the support header `cub_warp_striped.hpp`. With
`--warp native` it reports the two functions, and exchanges to and from warp-striped arrangements.
`cub::BlockRadixRankMatch` is reported: it ranks keys warp by warp.

## Why
In a warp-striped arrangement item i of lane l lies at `i * 32 + l` of the warp's part. hipCUB's
warps are wavefronts: on gfx9 it lies at `i * 64 + l`. A kernel that loads such an arrangement by
itself, or that writes it out, takes other items than it means.

## What it leaves alone
Classes of hipCUB that use such an arrangement inside only, and give each thread the same items for
every wave: `BlockLoad` and `BlockStore` with `…_WARP_TRANSPOSE`, `BlockRadixSort`,
`BlockMergeSort`, `BlockRadixRank`. So do `BlockScan`, `BlockReduce`, `BlockHistogram`,
`BlockDiscontinuity`, `BlockAdjacentDifference`, `BlockShuffle` and `BlockRunLengthDecode`; sums of
floating-point numbers are taken in another order. The classes of warps are another rule's (WRP11).

## References
CUB `block/block_exchange.cuh`, `block/block_load.cuh`; hipCUB `block/block_exchange.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._cub import cub_names
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_FUNCTIONS = (b"LoadDirectWarpStriped", b"StoreDirectWarpStriped")
_METHODS = (b"WarpStripedToBlocked", b"BlockedToWarpStriped")
_NAMES = frozenset((b"BlockExchange", *_FUNCTIONS))
#: Ranks the keys of a warp after one another, and gives them other ranks by its width.
_MATCHING = frozenset((b"BlockRadixRankMatch",))

rule = Rule("WRP27", "cub-warp-striped", names=(*_NAMES, *_MATCHING, *_METHODS), handles=())

EXAMPLES = (
    Example(
        """
        using Exchange = cub::BlockExchange<int, 128, 4>;
        """,
        """
        #include "porter_compat/cub_warp_striped.hpp"
        using Exchange = porter::BlockExchange<int, 128, 4>;
        """,
    ),
    Example(
        "cub::LoadDirectWarpStriped(threadIdx.x, in, items);\n",
        """
        #include "porter_compat/cub_warp_striped.hpp"
        porter::LoadDirectWarpStriped(threadIdx.x, in, items);
        """,
    ),
    Example(
        """
        using Exchange = cub::BlockExchange<int, 128, 4>;
        Exchange(storage).WarpStripedToBlocked(items, items);
        """,
        options=Options(warp="native"),
        findings=("warning",),
    ),
    Example(
        "using Rank = cub::BlockRadixRankMatch<128, 4, false>;\n",
        findings=("warning",),
        title="ranks that go by wavefronts",
    ),
    Example("mine::BlockExchange<int, 128, 4> exchange;\n", title="another library's class"),
)


@rule.check
def report_matching(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each use of the class whose ranks depend on the wave."""
    for use in cub_names(file, _MATCHING):
        yield rule.warning(
            use,
            "BlockRadixRankMatch ranks keys wavefront by wavefront: 64 lanes on gfx9, CUB's 32",
            hint="BlockRadixRank gives the same ranks on every wave",
        )


@rule.check_when(When(warp="32"))
def keep(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each name."""
    for use in cub_names(file, _NAMES):
        if file.code[file.next(use.end) : file.next(use.end) + 1] in (b"<", b"("):
            whole = (file.qualified_start(use.start), use.end)
            yield rule.replace(whole, b"porter::" + use.name, support="cub_warp_striped.hpp")


@rule.check_when(When(warp="native"))
def report(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each arrangement that depends on the wave."""
    places = [(use.start, use.end) for use in cub_names(file, frozenset(_FUNCTIONS))]
    if b"BlockExchange" in file.names:
        for name in _METHODS:
            places += [
                (at, at + len(name)) for at in file.all_occurrences(name) if file.is_member(at)
            ]
    for start, end in sorted(places):
        yield rule.warning(
            (start, end),
            f"warps of hipCUB's {file.code[start:end].decode()} are wavefronts: 64 lanes on gfx9",
            hint="use a blocked or striped arrangement, whose items do not depend on the warp",
        )
