"""Leave alone Python and CMake files that do not parse.

## What it does
It reports a file that holds an old name and cannot be read as its language, with the line.

## Why
In a file that is broken, or written for another Python, porter cannot tell a name from a call of
Python's own `aiter`; and nobody could tell whether the rename broke it.

## What it leaves alone
It changes nothing, and neither do the other rules in such a file.

## References
Python's `ast.parse`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.options import Options
from porter.packs.exclusions import IS_UNPARSED
from porter.packs.syntax import problem
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule(
    "PKG05",
    "unparsed-files",
    fix=Fix.NONE,
    languages=(Language.PYTHON, Language.CMAKE),
    targets=("package",),
    precedence=Precedence.RENAME,
)

_PACK = Options(target="ck_tile")

EXAMPLES = (
    Example(
        """
        import aiter
        print "aiter"
        """,
        options=_PACK,
        path="old.py",
        findings=("error",),
        title="another Python",
    ),
    Example("import aiter\n", options=_PACK, path="new.py", title="a file that parses"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an error for a file that is left alone."""
    found = context.renaming.occurrences(file)
    if not found or found[0].kept is not IS_UNPARSED:
        return
    trouble = problem(file.path, file.data, file.language)
    assert trouble is not None
    line, why = trouble
    start = 0
    for _ in range(line - 1):
        start = file.data.find(b"\n", start) + 1
    yield rule.error(
        (start, start),
        f"left alone, {len(found)} old names stay: it does not parse as "
        f"{file.language.value}: {why}",
        hint="mend it, and convert once more",
    )
