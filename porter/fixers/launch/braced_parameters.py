"""Write `dim3(…)` for a launch's grid or block in braces.

## What it does
`kernel<<<grid, {x, y, 1}, bytes, stream>>>(…)` becomes
`kernel<<<grid, dim3(x, y, 1), bytes, stream>>>(…)`.

## Why
nvcc initialises a `dim3` by the braces; clang's parser wants an expression there: `error: expected
expression`. Parentheses and not braces behind `dim3`, since clang refuses to narrow an `int` in
braces, and nvcc does not.

## What it leaves alone
Numbers by name (`{.x = n}`), braces in braces, more than three numbers; bytes and stream; launches
that `--launch hip` turns into calls.

## References
CUDA C++ Programming Guide, "Execution Configuration"; nvcc 13.0 and clang 19, tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.launch._expression import OPENING, CannotTell, closing_chevrons
from porter.source import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import Edit, RuleOutput

rule = Rule("LCH08", "braced-parameters", when=When(launch="cuda"))

EXAMPLES = (
    Example(
        """
        k<X, Y><<<grid, {X, Y, 1}, 0, stream>>>(a, n);
        k<<<{(n + 31) / 32}, {}>>>(a, n);
        """,
        """
        k<X, Y><<<grid, dim3(X, Y, 1), 0, stream>>>(a, n);
        k<<<dim3((n + 31) / 32), dim3()>>>(a, n);
        """,
    ),
    Example(
        r"""
        #define LAUNCH(f, ...) \
          f<<<{blocks, 1}, \
              {32, 4}>>>(__VA_ARGS__)
        """,
        r"""
        #define LAUNCH(f, ...) \
          f<<<dim3(blocks, 1), \
              dim3(32, 4)>>>(__VA_ARGS__)
        """,
        title="in a macro",
    ),
    Example("k<<<{.x = n}, dim3{32, 4}, {}>>>(a, n);\n", title="by name, made, and bytes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the braces that become parentheses."""
    for edits in made(file):
        yield from rule.together(*edits)


def made(file: SourceFile) -> Iterator[tuple[Edit, Edit]]:
    """Yield what makes a `dim3` of each pair of braces, for a compiler that wants it so, too."""
    code = file.code
    for opening in OPENING.finditer(code):
        try:
            end, _ = closing_chevrons(code, opening.end())
        except CannotTell:
            continue
        for low, high in list(split_arguments(code, opening.end(), end))[:2]:
            if code[low : low + 1] == b"{" and _are_numbers(code, low, high):
                yield (
                    rule.replace((low, low + 1), b"dim3("),
                    rule.replace((high - 1, high), b")"),
                )


def _are_numbers(code: bytes, low: int, high: int) -> bool:
    """Tell whether braces from `low` to `high` hold up to three numbers and nothing else."""
    if closing(code, low) != high - 1:
        return False
    values = [code[one[0] : one[1]] for one in split_arguments(code, low + 1, high - 1)]
    return len(values) <= 3 and not any(value.startswith((b"{", b".")) for value in values)
