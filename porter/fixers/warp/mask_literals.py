"""Widen masks that say "all 32 lanes".

## What it does
With `--warp native` it writes `~0ull` for a literal mask of all lanes (`0xffffffff`, `~0u`, `-1`)
that is passed to a `__…_sync` function, directly or through a macro of the file. Masks of 32 bits
that are written in another way (`0xffff`, `0xffffffff >> 16`), and `__…_sync` functions that are
passed on by their name, so that their masks are not seen, are reported.

## Why
HIP's functions take a mask of 64 bits and refuse smaller ones when they compile: "the mask must be
a 64-bit integer". On a wavefront of 32 lanes they ignore the upper half.

## What it leaves alone
Masks that say less than all lanes. Everything with `--warp 32`, where masks have 32 bits.

## References
HIP kernel language reference, warp cross-lane functions; hip#3667.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._idioms import FULL_LITERAL, MASKED, narrow_masks
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_FULL = re.compile(rb"\(?\s*" + FULL_LITERAL + rb"\s*\)?")
_MACRO = re.compile(
    rb"#[ \t]*define[ \t]+(\w+)[ \t]+(\(?" + FULL_LITERAL + rb"\)?)[ \t]*(?=\r?\n|\Z)"
)
#: Numbers of 32 bits, and what is computed of them.
_NARROW = re.compile(rb"(?:0[xX][0-9a-fA-F]++[uU]?|\d++[uU]?|[-+*/%&|^~()<> \t])++")

rule = Rule("WRP01", "mask-literals", names=MASKED, shadowable=MASKED, when=When(warp="native"))

_NATIVE = Options(warp="native")

EXAMPLES = (
    Example(
        "x = __shfl_sync(0xffffffff, x, 0);\n",
        "x = __shfl_sync(~0ull, x, 0);\n",
        options=_NATIVE,
    ),
    Example(
        """
        #define FULL_MASK 0xffffffff
        x = __shfl_down_sync(FULL_MASK, x, 1);
        """,
        """
        #define FULL_MASK ~0ull
        x = __shfl_down_sync(FULL_MASK, x, 1);
        """,
        options=_NATIVE,
        title="in a macro",
    ),
    Example(
        "x = __shfl_sync(mask, x, 0);\n", options=_NATIVE, title="a mask that is wide elsewhere"
    ),
    Example(
        "x = __shfl_sync(0xffff, x, 0);\n",
        options=_NATIVE,
        findings=("error",),
        title="half of a warp of 32",
    ),
    Example(
        "x = __shfl_sync(0xffffffff >> (32 - 16), x, 0);\n",
        options=_NATIVE,
        findings=("error",),
        title="computed in 32 bits",
    ),
    Example(
        """
        #define CALL(f, ...) f(__VA_ARGS__)
        x = CALL(__shfl_sync, 0xffffffffu, x, 0);
        """,
        options=_NATIVE,
        findings=("warning",),
        title="a function that is passed on",
    ),
    Example("x = __shfl_sync(0xffffffff, x, 0);\n", title="--warp 32 keeps 32 bits"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each full mask, and a finding for each that stays narrow."""
    macros = {match.group(1): match for match in _MACRO.finditer(file.code)}
    narrow = {name for _, name in narrow_masks(file)}
    widened = set()
    for call in file.calls(*MASKED):
        if not call.arguments:
            continue
        start, end = call.arguments[0]
        mask = file.code[start:end]
        if _FULL.fullmatch(mask):
            yield rule.replace((start, end), b"~0ull")
        elif mask in macros:
            widened.add(mask)
        elif mask in narrow:
            continue  # WRP02 widens the variable
        elif _NARROW.fullmatch(mask):
            yield rule.error(
                (start, end),
                f"the mask {mask.decode()} has 32 bits; HIP takes 64",
                hint="say which lanes of the wavefront take part, as a 64-bit number",
            )
    for use in file.uses(MASKED):
        directive = file.directive_at(use.start)
        is_asked_for = directive is not None and directive.keyword != b"define"
        if file.call_at(use.start, use.end) is None and not is_asked_for:
            yield rule.warning(
                use,
                f"{use.name.decode()} is passed on, and its mask with it; HIP takes 64 bits",
                hint="give it a mask of 64 bits",
            )
    for name in sorted(widened):
        yield rule.replace(macros[name].span(2), b"~0ull")
