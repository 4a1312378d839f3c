"""Say where CUB's blocks and algorithms are legal on AMD GPUs and slow.

## What it does
It notes, with what is better:

- `BLOCK_REDUCE_RAKING`;
- `BLOCK_HISTO_SORT`;
- block-wide algorithms of CUB, `cub::BlockReduce<T, 32>` and the like, whose number of threads is
  known and is no multiple of 64: written there, or given to templates of the file that end there,
  such as a kernel's traits and its launcher (`launch<32, 4>(…)`).

## Why
hipCUB has each of them. Read from the code that AMD's compiler makes
(`python -m benchmarks.block_algorithms`): the lanes that rake a block of 256 meet in the same banks
of LDS, four at a time on gfx942 and eight on gfx1100. A sum takes 144 and 134 cycles by the static
model; of partial sums that commute, which raking adds without meeting, 120 and 37. A histogram by
sorting meets in the banks likewise: 3188 and 609 cycles against 2528 and 436 by atomics, and five
to nine times the LDS. gfx9 has waves of 64 lanes: of a block of 32 threads half a wave idles, and a
sum takes 152 cycles on gfx942 against 94 of a block of 64.

## What it leaves alone
Numbers of threads that neither the file gives in figures nor, as constants, a header of the project
that it includes; templates of other files and templates that share a name, classes that are an
argument of a template (`Traits::kThreads`); warp-wide algorithms, and all else: of scans, loads and
stores the model has no choice that is slower on AMD GPUs alone, and the bits that a pass of
`BlockRadixSort` takes are hipCUB's own choice there.

## References
rocPRIM `block/detail/block_reduce_raking_reduce.hpp`, `block_histogram_sort.hpp`; hipCUB
`block/block_reduce.hpp`; AMD Instinct MI300 instruction set reference, "LDS".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._cub import cub_names
from porter.fixers.warp._cub_blocks import BLOCKS, cub_blocks
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

#: Algorithms, why they are slow, and what is better.
_SLOW = {
    b"BLOCK_REDUCE_RAKING": (
        "raking lanes meet in the same banks of LDS on AMD GPUs",
        "of sums BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY; BLOCK_REDUCE_WARP_REDUCTIONS, the default",
    ),
    b"BLOCK_HISTO_SORT": (
        "a histogram by sorting meets in the same banks of LDS on AMD GPUs",
        "BLOCK_HISTO_ATOMIC",
    ),
}
_WAVE = 64

rule = Rule("WRP32", "slow-block-choices", names=(*_SLOW, *BLOCKS), handles=(), fix=Fix.NONE)

EXAMPLES = (
    Example(
        "using Sum = cub::BlockReduce<float, 256, cub::BLOCK_REDUCE_RAKING>;\n",
        findings=("note",),
    ),
    Example("using Sum = cub::BlockReduce<float, 32>;\n", findings=("note",)),
    Example(
        """
        using Sum = cub::BlockReduce<float, 256, cub::BlockReduceAlgorithm::BLOCK_REDUCE_RAKING>;
        """,
        findings=("note",),
    ),
    Example(
        """
        using Bins = cub::BlockHistogram<unsigned char, 256, 8, 256, cub::BLOCK_HISTO_SORT>;
        """,
        findings=("note",),
    ),
    Example(
        """
        constexpr int kWarp = 32, kThreads = 3 * kWarp;
        using Scan = cub::BlockScan<float, kThreads>;
        """,
        findings=("note",),
        title="a constant of the file",
    ),
    Example(
        """
        template <int N_> struct Traits {
          static constexpr int N = N_;
          using Scan = cub::BlockScan<float, N>;
        };
        template <int N> void launch(float* x) { scan<Traits<N>><<<1, N>>>(x); }
        void run(float* x, int n) { n <= 128 ? launch<32>(x) : launch<128>(x); }
        """,
        findings=("note",),
        title="through templates",
    ),
    Example(
        """
        constexpr int kThreads = 32;
        template <int kThreads> struct Traits { using Scan = cub::BlockScan<float, kThreads>; };
        """,
        title="a parameter",
    ),
    Example(
        """
        using Sum = cub::BlockReduce<float, 256>;
        using Flat = cub::BlockReduce<float, 32, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 8>;
        using Any = cub::BlockScan<float, kNThreads>;
        using Warp = cub::WarpReduce<float, 32>;
        using Own = mine::BlockReduce<float, 32>;
        """,
        title="whole waves, one of a plane, a number that is not known, a warp, another's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a note for each choice that another beats."""
    for use in cub_names(file, frozenset(_SLOW)):
        why, better = _SLOW[use.name]
        yield rule.note(use, why, hint=better)
    for place, threads in cub_blocks(file):
        if threads % _WAVE:
            yield rule.note(
                place,
                f"a block of {threads} threads leaves lanes of gfx9's waves of {_WAVE} idle",
                hint=f"a multiple of {_WAVE} where the work allows it",
            )
