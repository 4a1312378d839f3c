"""Accept a finding at its place, with a reason.

## What it does
A comment beside a finding accepts it: it is no longer listed among what a person has to look at,
but counted and told with its reason.

```c++
int lane = threadIdx.x & 31;  // porter: accept WRP14 the block has 32 threads
// porter: accept API09 only for a debugger; never called on AMD
cudaProfilerInitialize(a, b, c);
```

A comment behind code is about its line, one that stands alone about the next line of code; ahead of
all code it also accepts what is said of the file as a whole. It names the rule and gives a reason.
A comment of any language that porter reads will do (`#` in Python, CMake, Make and scripts).
Reported is a comment without either, one whose rule there is not, and one that accepts nothing:
what it was about is gone, or was never there.

## Why
Findings that somebody has looked at must not hide new ones. A rule that is switched off for all of
a project, because of one place, hides them for good.

## What it leaves alone
A finding that stands for several places of a file is accepted as one, at the first. Acceptances of
rules that did not run (`--skip`, `--only`, `off` in porter.toml) are not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.source import SourceFile
from porter.source.text.acceptances import Acceptance
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule(
    "FND01",
    "accepted-findings",
    fix=Fix.NONE,
    languages=tuple(Language),
    precedence=Precedence.REPORT,
)

EXAMPLES = (
    Example(
        "call(a);  // porter: accept WRP14\n",
        findings=("error",),
        title="no reason",
    ),
    Example(
        "# porter: accept because it is right\nlane = 31\n",
        findings=("error",),
        path="setup.py",
        title="no rule",
    ),
    Example(
        "call(a);  // porter: accept WRP99 the block has 32 threads\n",
        findings=("error",),
        title="a rule that there is not",
    ),
    Example(
        'const char *text = "// porter: accept WRP14";\n',
        title="no comment",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Report comments that mean to accept a finding and cannot."""
    if not file.acceptances:
        return
    known = _known_rules()
    for one in file.acceptances:
        if fault := _fault(one, known):
            yield rule.error(
                (one.start, one.end),
                f"accepts nothing: {fault}",
                hint="write `porter: accept RULE reason`, with the rule that the finding names",
            )


def _fault(one: Acceptance, known: frozenset[str]) -> str:
    if not one.rule:
        return "it names no rule"
    if one.rule not in known:
        return f"there is no rule {one.rule}"
    return "" if one.reason else "it gives no reason"


def _known_rules() -> frozenset[str]:
    from porter.fixers.registry import rules  # most files accept nothing

    return frozenset(known.id for known in rules())
