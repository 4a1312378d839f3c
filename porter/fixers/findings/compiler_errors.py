"""Report what a compiler refuses of the port, when the conversion is asked to check it.

## What it does
`porter convert --check-build` type-checks every unit of the port, as the port's own build files say
it is compiled, for the host and for gfx942; C++ by g++ and C by gcc, where these compile it.
What a compiler refuses is a finding at upstream's line, in its words. What has one cause, a name
that is not there or the same message, is one finding, which names the other places; of a unit at
most five causes are told, and none where another rule has told of the place already. Headers that
are not installed are warnings.

So are functions that the port declares and calls, and that nothing of it defines: the host code of
the units is compiled for its symbols, for 45 seconds at most, and a note says how many units that
left out.

## Why
Rules tell of what they know. What a compiler alone sees, an overload that HIP has not, a
conversion inside of a template, fails in the port's own build otherwise, and nobody had said so.

## What it leaves alone
Everything: the finding names the place. Templates that nothing instantiates are not looked into,
as nvcc does not; nothing of the project is run. Without `--check-build`, or without a compiler, it
says nothing. Of functions that nothing defines it is silent where the port links a library of
somebody else's, for extensions of PyTorch, and where a file that was not compiled may define them.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("FND02", "compiler-errors", fix=Fix.NONE, languages=(), precedence=Precedence.REPORT)

EXAMPLES = (Example("int lane = undeclared;\n", title="a port that nobody has compiled"),)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Say nothing: `porter.trial` asks a compiler once the port is written."""
    yield from ()
