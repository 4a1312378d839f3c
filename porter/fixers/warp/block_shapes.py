"""Load and store by blocks that are no whole wavefronts.

## What it does
Where `cub::BlockLoad` or `cub::BlockStore` with a `…_WARP_TRANSPOSE` algorithm has a number of
threads that is no multiple of 64, it takes the `…_TRANSPOSE` algorithm instead; where the number is
a constant with a name, the compiler chooses.

## Why
rocPRIM asserts for these algorithms that the block consists of whole wavefronts: 32 threads
compile for wavefronts of 32 lanes, not for gfx9. Both algorithms give every thread the same
items; they differ in the exchange inside.

## What it leaves alone
Multiples of 64, and other algorithms.

## References
rocPRIM `block/block_load.hpp`, `block/block_store.hpp`; bitsandbytes#2059.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.warp._cub import cub_names
from porter.source import SourceFile
from porter.source.text.brackets import split_arguments, template_arguments_end
from porter.source.text.edits import RuleOutput

_NAME = re.compile(rb"[\w:]+")
_CLASSES = frozenset((b"BlockLoad", b"BlockStore"))
_INSTEAD = {
    b"BLOCK_LOAD_WARP_TRANSPOSE": b"BLOCK_LOAD_TRANSPOSE",
    b"BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED": b"BLOCK_LOAD_TRANSPOSE",
    b"BLOCK_STORE_WARP_TRANSPOSE": b"BLOCK_STORE_TRANSPOSE",
    b"BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED": b"BLOCK_STORE_TRANSPOSE",
}

rule = Rule("WRP12", "block-shapes", names=_CLASSES)

EXAMPLES = (
    Example(
        "using Load = cub::BlockLoad<float, 32, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        "using Load = cub::BlockLoad<float, 32, 4, cub::BLOCK_LOAD_TRANSPOSE>;\n",
    ),
    Example(
        "using Load = cub::BlockLoad<T, kThreads, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        "using Load = cub::BlockLoad<T, kThreads, 4, (kThreads % 64 == 0 ? "
        "cub::BLOCK_LOAD_WARP_TRANSPOSE : hipcub::BLOCK_LOAD_TRANSPOSE)>;\n",
        title="a number that the instantiation knows",
    ),
    Example(
        "using Load = cub::BlockLoad<T, X, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE, Y>;\n",
        findings=("note",),
        title="a block of two dimensions",
    ),
    Example(
        """
        template <cub::BlockLoadAlgorithm L> using Load = cub::BlockLoad<float, 32, 4, L>;
        using Mine = Load<cub::BLOCK_LOAD_WARP_TRANSPOSE>;
        """,
        findings=("note",),
        title="an algorithm that is chosen somewhere else",
    ),
    Example(
        """
        using Load = cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
        using Plain = cub::BlockLoad<float, 32, 4, cub::BLOCK_LOAD_DIRECT>;
        """,
        title="whole wavefronts, and an algorithm that does not mind",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each algorithm that cannot be had, and findings for what is unknown."""
    for use in cub_names(file, _CLASSES):
        behind = file.next(use.end)
        if file.code[behind : behind + 1] != b"<":
            continue
        close = template_arguments_end(file.code, behind)
        if close is None:
            continue
        arguments = list(split_arguments(file.code, behind + 1, close - 1))
        if len(arguments) >= 4:
            yield from _algorithm(file, arguments)


def _algorithm(file: SourceFile, arguments: list[tuple[int, int]]) -> Iterator[RuleOutput]:
    start, end = arguments[3]
    written = file.code[start:end].rpartition(b"::")[2].strip()
    instead = _INSTEAD.get(written)
    threads = file.code[slice(*arguments[1])]
    if instead is None:
        is_whole = threads.isdigit() and int(threads) % 64 == 0
        if not written.startswith(b"BLOCK_") and not is_whole and _INSTEAD.keys() & file.names:
            yield rule.note(
                (start, end),
                "where this is a …_WARP_TRANSPOSE algorithm, it takes blocks of a multiple of 64 "
                "threads on gfx9",
                hint="the …_TRANSPOSE algorithms take any",
            )
        return
    if len(arguments) > 4:
        yield rule.note(
            (start, end),
            f"{written.decode()} takes blocks of a multiple of 64 threads on gfx9",
            hint=f"{instead.decode()} takes any",
        )
    elif not threads.isdigit():
        number = threads if _NAME.fullmatch(threads) else b"(%b)" % threads
        yield from rule.wrap(
            (start, end), b"(%b %% 64 == 0 ? " % number, b" : hipcub::%b)" % instead
        )
    elif int(threads) % 64:
        yield rule.replace((end - len(written), end), instead)
