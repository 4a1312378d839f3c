"""List names that are put together of pieces while a program runs.

## What it does
It lists names of which an old name is one piece: f-strings and templates (`f"aiter_{op}"`), sums
(`"aiter_" + op`), pasted tokens (`aiter_##op`). And it reports names that hold an old name only
once their pieces stand together (`"ai" + "ter"`, `ai##ter`): these are not renamed.

## Why
What such a name stands for is known when the program runs, not before. A piece that is a whole
word is renamed like any other; whether the thing that it names was renamed, too, a person has to
see.

## What it leaves alone
It changes nothing.

## References
docs/rule-packs.md.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.options import Options
from porter.packs.constructed_names import constructed_names
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule(
    "PKG06",
    "constructed-names",
    fix=Fix.NONE,
    languages=tuple(Language),
    targets=("package",),
    precedence=Precedence.RENAME,
)

_PACK = Options(target="ck_tile")

EXAMPLES = (
    Example(
        'kernel = getattr(module, f"aiter_{op}")\n',
        options=_PACK,
        path="example.py",
        findings=("note",),
        title="an f-string",
    ),
    Example(
        """
        #define OP(name) void aiter_##name();
        #define AI(x) ai##ter
        """,
        options=_PACK,
        findings=("note", "warning"),
        title="pasted tokens; the second is no old name until it is pasted",
    ),
    Example('name = "aiter" + "/ops"\n', options=_PACK, path="example.py", title="whole words"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each name that is put together."""
    renamer = context.renaming.renamer
    occurrences = context.renaming.occurrences(file)
    kept = sorted(one.match.start for one in occurrences if one.kept is not None)
    for piece in constructed_names(file.data, file.language, renamer):
        text = piece.text.decode("utf-8", "replace")
        if piece.is_split:
            yield rule.warning(
                piece,
                f"pieces make {text!r}, which holds an old name; they are left alone",
                hint="porter renames whole words only: change it by hand, or write it as one word",
            )
        elif bisect_left(kept, piece.start) == bisect_left(kept, piece.end):
            yield rule.note(
                piece,
                f"{text} is a piece of a name that is put together later; the piece is renamed",
                hint="see that what the whole name stands for is renamed, too",
            )
