"""Report new names that the tree has already.

## What it does
It reports every identifier that a rename would write and that code of the same language, vendored
code included, uses already: a namespace `ck_tile`, a header, a class `CkTileTensor`. A namespace of
C++ gets another name by `namespace` in the pack.

## Why
Two things that had two names have one afterwards. A program may not compile, or compile and mean
something else; and what was renamed cannot be told from what was there.

## What it leaves alone
It changes nothing; the rename is done, and taken back exactly with the record that porter keeps in
the port (`.porter/reverse.json`). Two files that would be called the same are refused before
anything is written. Words in comments and prose do not count.

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
    "PKG03",
    "name-collisions",
    fix=Fix.NONE,
    languages=tuple(Language),
    targets=("package",),
    precedence=Precedence.RENAME,
)

_PACK = Options(target="ck_tile")

EXAMPLES = (
    Example(
        """
        namespace ck_tile { struct A; }
        namespace aiter { using ck_tile::A; }
        """,
        options=_PACK,
        findings=("error",),
        title="a namespace that is there already",
    ),
    Example("namespace aiter {}\n", options=_PACK, title="a name that is free"),
)


def _hint(file: SourceFile, new: bytes) -> str:
    if file.language is Language.CUDA:
        return (
            f'`namespace = "{new.decode()}_ops"` in the [[rename]] of a pack of your own (--rules) '
            "gives C++ a name apart; or rename one of the two first"
        )
    return "choose another name with --rules, or rename one of the two first"


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an error for the first place of each old name whose new name is taken."""
    reported: set[bytes] = set()
    for match, kept in context.renaming.occurrences(file):
        if kept is not None:
            continue
        word, new = new_word(file.data, match, context.renaming.renamer)
        taken = context.renaming.taken
        where = taken.get((file.language, new)) or taken.get((None, new))
        if where and new not in reported:
            reported.add(new)
            yield rule.error(
                match,
                f"{word.decode()} becomes {new.decode()}, a name that {where} already",
                hint=_hint(file, new),
            )
