"""Write out the 32 lanes of CUB's warp-wide classes.

## What it does
Adds the logical warp width to `cub::WarpReduce`, `WarpScan`, `WarpMergeSort`, `WarpExchange`,
`WarpLoad` and `WarpStore` where the template arguments leave it out: `cub::WarpReduce<float>`
becomes `cub::WarpReduce<float, 32>`. For `WarpLoad` and `WarpStore` the algorithm that stands in
front of the width is written out, too.

## Why
CUB's default is 32, hipCUB's is the hardware's wavefront. On gfx9 `WarpReduce<float>` adds up 64
lanes: two logical warps fold into one result, and code that keeps a `TempStorage` for every 32
threads makes both of them write the same sum.

## What it leaves alone
A width that is written out. A name without template arguments, and arguments that end in a pack,
where nobody can tell: these are reported, unless it is a using-declaration. With `--warp native`
nothing is changed, and a warning says that the default grows to the wavefront.

## References
CUB and hipCUB API references, warp-wide collectives; `hipcub/backend/rocprim/warp/*.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.conditions import When
from porter.fixers.warp._cub import cub_names
from porter.options import Options
from porter.source import SourceFile, Use
from porter.source.text.brackets import split_arguments, template_arguments_end
from porter.source.text.edits import RuleOutput


@dataclass(frozen=True, slots=True)
class _Width:
    """Where a class takes its width: behind `needed` arguments, with `before` in front of it."""

    needed: int
    before: bytes = b""


_CLASSES = {
    b"WarpReduce": _Width(1),
    b"WarpScan": _Width(1),
    b"WarpMergeSort": _Width(2),
    b"WarpExchange": _Width(2),
    b"WarpLoad": _Width(2, b"hipcub::WARP_LOAD_DIRECT"),
    b"WarpStore": _Width(2, b"hipcub::WARP_STORE_DIRECT"),
}
rule = Rule("WRP11", "cub-warp-width", names=_CLASSES)

EXAMPLES = (
    Example(
        "using Reduce = cub::WarpReduce<float>;\n",
        "using Reduce = cub::WarpReduce<float, 32>;\n",
    ),
    Example(
        "__shared__ typename cub::WarpScan<Pair<int, T>>::TempStorage temp[4];\n",
        "__shared__ typename cub::WarpScan<Pair<int, T>, 32>::TempStorage temp[4];\n",
        title="inside a longer name",
    ),
    Example(
        """
        using namespace cub;
        WarpLoad<int, 4>(temp).Load(in, items);
        """,
        """
        using namespace cub;
        WarpLoad<int, 4, hipcub::WARP_LOAD_DIRECT, 32>(temp).Load(in, items);
        """,
        title="a default that stands in front of the width",
    ),
    Example("using Reduce = cub::WarpReduce<float, 16>;\n", title="a width that is written out"),
    Example("using Reduce = mine::WarpReduce<float>;\n", title="another library's class"),
    Example(
        "using Pick = Choose<cub::WarpReduce>;\n",
        findings=("warning",),
        title="the arguments are somewhere else",
    ),
    Example(
        "using Reduce = cub::WarpReduce<float>;\n",
        findings=("warning",),
        options=Options(warp="native"),
    ),
)


@rule.check
def report_unknown(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each class of CUB whose template arguments stand somewhere else."""
    for use, left_out in _incomplete(file):
        if left_out is None:
            yield rule.warning(
                use,
                f"the logical width of {use.name.decode()} cannot be told here; hipCUB's default "
                "is the wavefront, CUB's is 32",
                hint="pass 32 as LOGICAL_WARP_THREADS",
            )


@rule.check_when(When(warp="32"))
def write_out(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each class of CUB whose width is left out."""
    for _use, left_out in _incomplete(file):
        if left_out is not None:
            yield rule.insert(left_out.offset, left_out.arguments)


@rule.check_when(When(warp="native"))
def report_wider(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each class of CUB whose width is left out."""
    for use, left_out in _incomplete(file):
        if left_out is not None:
            yield rule.warning(
                use,
                f"{use.name.decode()} spans the wavefront, 64 lanes on gfx9, where CUB's has 32",
                hint="write the width out where code around it counts on 32 lanes",
            )


class _LeftOut(NamedTuple):
    """Template arguments that CUB has defaults for, and where they belong."""

    offset: int
    arguments: bytes


def _incomplete(file: SourceFile) -> Iterator[tuple[Use, _LeftOut | None]]:
    """Yield the classes of CUB with what they leave out, None where that cannot be told."""
    for use in cub_names(file, frozenset(_CLASSES)):
        behind = file.next(use.end)
        if file.code[behind : behind + 1] == b";" or _declares(file, use.start):
            continue
        close = None
        if file.code[behind : behind + 1] == b"<":
            close = template_arguments_end(file.code, behind)
        if close is None:
            yield use, None
            continue
        arguments = list(split_arguments(file.code, behind + 1, close - 1))
        width = _CLASSES[use.name]
        defaults = ([width.before] if width.before else []) + [b"32"]
        given = len(arguments) - width.needed
        if any(file.code[first:last].endswith(b"...") for first, last in arguments):
            yield use, None
        elif 0 <= given < len(defaults):
            left_out = b"".join(b", " + default for default in defaults[given:])
            yield use, _LeftOut(arguments[-1][1], left_out)


def _declares(file: SourceFile, start: int) -> bool:
    """Tell whether the name is being declared: `class WarpReduce`, a friend, a specialisation."""
    before = file.previous(start) + 1
    return file.code.endswith((b"class", b"struct"), 0, before)
