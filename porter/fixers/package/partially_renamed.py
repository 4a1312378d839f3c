"""Report names that are renamed in one place and stay in another.

## What it does
It reports an identifier that a rename changes here while it stays somewhere else: in vendored code,
in a prebuilt library, in a file that does not parse, in a file that the pack keeps.

## Why
A name that is spelled in two files – defined in C++, used from JSON or Python – is one name. With
one side renamed, the other finds nothing, often only at run time.

## What it leaves alone
It changes nothing.

## References
docs/rule-packs.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.options import Options
from porter.packs.renaming import new_word
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule(
    "PKG04",
    "partially-renamed",
    fix=Fix.NONE,
    languages=tuple(Language),
    targets=("package",),
    precedence=Precedence.RENAME,
)

EXAMPLES = (
    Example(
        "import aiter_tune\n",
        options=Options(target="ck_tile"),
        path="example.py",
        title="a name that no other file spells",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a warning for the first place of each name that stays elsewhere."""
    reported: set[bytes] = set()
    for match, kept in context.renaming.occurrences(file):
        if kept is not None:
            continue
        word, new = new_word(file.data, match, context.renaming.renamer)
        if word in context.renaming.divided and word not in reported:
            reported.add(word)
            where, why = context.renaming.divided[word]
            yield rule.warning(
                match,
                f"{word.decode()} is {new.decode()} here and stays {word.decode()} in {where} "
                f"({why})",
                hint="change the other side, too, or keep this one with [keep] identifiers",
            )
