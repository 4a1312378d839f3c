"""Say where CUB's blocks and algorithms are legal on AMD GPUs and slow.

## What it does
It notes, with what is better:

- `BLOCK_REDUCE_RAKING`;
- block-wide algorithms of CUB, `cub::BlockReduce<T, 32>` and the like, whose number of threads is
  known and is no multiple of 64.

## Why
hipCUB has each of them. Read from the code that AMD's compiler makes
(`python -m benchmarks.block_algorithms`): the lanes that rake a block of 256 meet in the same banks
of LDS, four at a time on gfx942 and eight on gfx1100, where a sum takes 134 cycles by the static
model against 42 of the default algorithm. gfx9 has waves of 64 lanes: of a block of 32 threads half
a wave idles, and a sum takes 108 instructions against 49 of a block of 64.

## What it leaves alone
Numbers of threads that the file does not give in figures, warp-wide algorithms, and all else.

## References
rocPRIM `block/detail/block_reduce_raking_reduce.hpp`; hipCUB `block/block_reduce.hpp`; AMD Instinct
MI300 instruction set reference, "LDS".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._cub import cub_names
from porter.source import SourceFile
from porter.source.text.brackets import split_arguments, template_arguments_end
from porter.source.text.edits import RuleOutput

_RAKING = b"BLOCK_REDUCE_RAKING"
#: Threads are their second argument; those of BlockHistogram, BlockRadixSort and the like, too.
_BLOCKS = frozenset(
    (
        b"BlockReduce", b"BlockScan", b"BlockLoad", b"BlockStore", b"BlockRadixSort",
        b"BlockExchange", b"BlockHistogram", b"BlockDiscontinuity", b"BlockMergeSort",
        b"BlockAdjacentDifference",
    )
)  # fmt: skip
_WAVE = 64

rule = Rule("WRP32", "slow-block-choices", names=(_RAKING, *_BLOCKS), handles=(), fix=Fix.NONE)

EXAMPLES = (
    Example(
        "using Sum = cub::BlockReduce<float, 256, cub::BLOCK_REDUCE_RAKING>;\n",
        findings=("note",),
    ),
    Example("using Sum = cub::BlockReduce<float, 32>;\n", findings=("note",)),
    Example(
        """
        using Sum = cub::BlockReduce<float, 256>;
        using Any = cub::BlockScan<float, kThreads>;
        using Warp = cub::WarpReduce<float, 32>;
        using Own = mine::BlockReduce<float, 32>;
        """,
        title="whole waves, a number that is not known, a warp, another's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a note for each choice that another beats."""
    for use in cub_names(file, frozenset((_RAKING,))):
        yield rule.note(
            use,
            "raking lanes meet in the same banks of LDS on AMD GPUs",
            hint="BLOCK_REDUCE_WARP_REDUCTIONS, the default; of sums "
            "BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY",
        )
    for use in cub_names(file, _BLOCKS):
        behind = file.next(use.end)
        if file.code[behind : behind + 1] != b"<":
            continue
        close = template_arguments_end(file.code, behind)
        if close is None:
            continue
        arguments = list(split_arguments(file.code, behind + 1, close - 1))
        if len(arguments) < 2:
            continue
        threads = file.code[slice(*arguments[1])].strip()
        if threads.isdigit() and int(threads) % _WAVE:
            yield rule.note(
                arguments[1],
                f"a block of {int(threads)} threads leaves lanes of gfx9's waves of {_WAVE} idle",
                hint=f"a multiple of {_WAVE} where the work allows it",
            )
