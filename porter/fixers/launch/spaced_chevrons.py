"""Close up `<< <` and `>> >` of launches.

## What it does
It writes `<<<` and `>>>` where blanks or a line end divide them.

## Why
Formatters that do not know CUDA, Visual Studio's above all, write `k << <grid, block >> > (x)`.
nvcc takes that for a launch, clang wants the three in one.

## What it leaves alone
`< <<`, which nvcc refuses, too; template lists that end in `>> >` where no launch is open; launches
that `--launch hip` turns into calls.

## References
CUDA C++ Programming Guide, "Execution Configuration"; nvcc 13.0 and clang 19, tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.launch._expression import OPENING, CannotTell, closing_chevrons
from porter.source import SourceFile
from porter.source.text.edits import Edit, RuleOutput

rule = Rule("LCH07", "spaced-chevrons", precedence=Precedence.RENAME)

EXAMPLES = (
    Example("k << <grid, block >> > (x);\n", "k <<<grid, block >>> (x);\n"),
    Example(
        "k<<  <dim3(A<B<2>>::size), block, bytes, stream>> >(x); k<<<1, 2>> >();\n",
        "k<<<dim3(A<B<2>>::size), block, bytes, stream>>>(x); k<<<1, 2>>>();\n",
        title="one side alone, and template lists inside",
    ),
    Example("A<B<C<int>> > x; int y = a << b; cout << c >> > d;\n", title="no launches"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the blanks that go."""
    for edits in closed_up(file):
        yield from rule.together(*edits)


def closed_up(file: SourceFile) -> Iterator[list[Edit]]:
    """Yield what closes each launch of a file up, for a compiler that wants it so, too."""
    for opening in OPENING.finditer(file.code):
        try:
            start, end = closing_chevrons(file.code, opening.end())
        except CannotTell:
            continue
        edits = []
        if opening[1]:
            edits.append(rule.replace(opening.span(1), b""))
        if end - start > 3:
            edits.append(rule.replace((start + 2, end - 1), b""))
        if edits:
            yield edits
