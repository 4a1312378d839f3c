"""Say whose `detail` is meant where rocPRIM has one of its own.

## What it does
In a source with `using namespace N;` that reads Thrust or CUB, `detail::` becomes `N::detail::`
where a header of the project defines `detail` inside of `N`.

## Why
rocPRIM, which ROCm's Thrust and hipCUB include, declares a namespace `detail` outside of its own
(`rocprim/common.hpp`). With a using-directive both are found: `reference to 'detail' is ambiguous`.

## What it leaves alone
Sources that define namespaces themselves, where the nearest `detail` wins; `detail` that two
namespaces have.

## References
[namespace.udir] of the C++ standard; rocPRIM's `common.hpp` of ROCm 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG54", "global-detail", names=(b"detail",), handles=())

_USE = re.compile(rb"(?<![\w:.>])(?:::\s*+)?+detail\s*+::")
_DIRECTIVE = re.compile(rb"\busing\s++namespace\s++(?:::\s*+)?+([A-Za-z_]\w*+)\s*+;")
_DEFINITION = re.compile(rb"\bnamespace\b(?:\s++[A-Za-z_][\w:]*+)?+\s*+\{")
_READS = re.compile(rb'(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<"](?:thrust|cub|hipcub|rocprim)/')
_OPENS = re.compile(rb"\bnamespace\s++([A-Za-z_]\w*+)\s*+\{")

EXAMPLES = (
    Example(
        """
        #include <thrust/sort.h>
        #include "ptr.h"
        using namespace trove;
        constexpr int size = detail::size<int>();
        """,
        path="example.cu",
        title="a header that is not seen",
    ),
    Example(
        """
        #include <thrust/sort.h>
        namespace trove { namespace detail { } int n = detail::size; }
        using namespace trove;
        """,
        title="the nearest one wins",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the namespace in front of each use."""
    uses = [one for one in _USE.finditer(file.code) if not one[0].startswith(b":")]
    wanted = {one[1] for one in _DIRECTIVE.finditer(file.code)}
    if not uses or not wanted or _DEFINITION.search(file.code):
        return
    headers = headers_of(file)
    if not any(_READS.search(data) for data in (file.data, *headers.values())):
        return
    owners = {one for path, data in headers.items() for one in _owners(path, data)} & wanted
    if len(owners) == 1:
        for use in uses:
            yield rule.insert(use.start(), owners.copy().pop() + b"::")


def _owners(path: str, data: bytes) -> Iterator[bytes]:
    """Yield the outermost namespaces of a header that have a `detail`."""
    if b"detail" not in data:
        return
    code = SourceFile(path, data).code
    outer = b""
    depth = opened = 0
    for one in re.finditer(rb"[{}]|" + _OPENS.pattern, code):
        if one[0] == b"}":
            depth -= 1
            outer = outer if depth > opened else b""
            continue
        if one[1] == b"detail" and outer:
            yield outer
        elif one[1] and not outer:
            outer, opened = one[1], depth
        depth += 1
