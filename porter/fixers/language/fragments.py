"""Include what a fragment needs in front of the namespace that it is included in.

## What it does
Where a file includes another one of the project inside braces (`namespace kit {`, `extern "C" {`,
a class or a function), and the port of that one asks for support headers, the file includes these
itself, at its top. The fragment's own inclusions bring nothing a second time.

## Why
A fragment says nothing of the namespace that it ends up in. An inclusion that is added to it would
declare everything of the support header there: `kit::porter::…`, `kit::atomicAdd`, which hides the
one of HIP's.

## What it leaves alone
Headers that are included outside of braces, and fragments that need nothing.

## References
C++ standard, [cpp.include]: an inclusion is replaced by the text of the file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import headers_of, included
from porter.project.includes import ROOTS
from porter.project.read_by_c import is_read_by_c
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.supplies import supplies

#: So many fragments are looked at; a file has one or two.
_MOST = 20
_BRACE = re.compile(rb"[{}]")

rule = Rule("LNG46", "fragments")

EXAMPLES = (
    Example(
        '#include "a.h"\nnamespace kit {\nint f();\n}\n', title="nothing is included in braces"
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Ask for the support headers of what is included in braces."""
    spellings = list(_in_braces(file))
    if file.root is None or context.convert is None or not spellings:
        return
    texts = headers_of(file)
    folders = (posixpath.dirname(file.path), *ROOTS)
    paths = (
        posixpath.normpath(posixpath.join(folder, spelling))
        for spelling in spellings
        for folder in folders
    )
    fragments: dict[str, bytes] = {}
    for path in paths:
        if path in texts:
            fragments |= {path: texts[path], **dict(included(file.root, path))}
    of_c = {one.header: one.in_c for one in supplies().values() if one.in_c}
    asked: set[str] = set()
    for path, data in list(fragments.items())[:_MOST]:
        names = context.convert(path, data, context.options).supports
        if names & of_c.keys() and is_read_by_c(SourceFile(path, data, root=file.root)):
            names = frozenset(of_c.get(name, name) for name in names)
        asked |= names
    yield from (rule.support(name) for name in sorted(asked))


def _in_braces(file: SourceFile) -> Iterator[str]:
    """Yield the headers that are included where a brace is open."""
    depth, at = 0, 0
    for include in file.includes:
        for match in _BRACE.finditer(file.code, at, include.start):
            depth = max(0, depth + (1 if match.group() == b"{" else -1))
        at = include.start
        if depth and not include.is_test:
            yield include.path.decode("utf-8", "surrogateescape")
