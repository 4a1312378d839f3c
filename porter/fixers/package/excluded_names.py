"""List the old names that stay, each with the reason.

## What it does
It says of every old name that a rename leaves behind why it stays, so that the list is complete:
an old name that is not on it has been renamed.

## Why
A name that is not the package's must not change: an address leads nowhere, a mangled symbol is not
found in a code object, a licence is somebody's word.

## What it leaves alone
It changes nothing. What stays: addresses and repositories (`https://…`, `OWNER/NAME`), mangled
symbols (`_ZN5aiter…`) and other names that stand in binary device code of the tree, Python's own
functions and protocols (`aiter(x)`, `__aiter__`), copyright notices and licences, `.gitmodules`,
paths of vendored code, and what the pack keeps.

## References
Python's library reference (`aiter`, `object.__aiter__`); the Itanium C++ ABI (mangling).
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.options import Options
from porter.packs.exclusions import IS_UNPARSED
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule(
    "PKG02",
    "excluded-names",
    fix=Fix.NONE,
    languages=tuple(Language),
    targets=("package",),
    precedence=Precedence.RENAME,
)

_PACK = Options(target="ck_tile")

EXAMPLES = (
    Example(
        "stream = aiter(chunks)\n",
        options=_PACK,
        path="example.py",
        findings=("note",),
        title="Python's own function",
    ),
    Example(
        "See https://github.com/ROCm/aiter/issues.\n",
        options=_PACK,
        path="README.md",
        findings=("note",),
        title="an address",
    ),
    Example(
        "# Copyright (c) 2024 AITER authors\n",
        options=_PACK,
        path="setup.cfg",
        findings=("note",),
        title="a copyright notice",
    ),
    Example("import aiter\n", options=_PACK, path="example.py", title="a name that is renamed"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a note for each name that stays."""
    for match, kept in context.renaming.occurrences(file):
        if kept is not None and kept is not IS_UNPARSED:
            yield rule.note(match, f"an old name stays: {kept}")
