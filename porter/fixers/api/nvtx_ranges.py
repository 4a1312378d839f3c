"""Give NVTX's interface of C++ to a support header over rocTX.

## What it does
`#include <nvtx3/nvtx3.hpp>` becomes the support header `nvtx_ranges.hpp`, which has
`nvtx3::scoped_range`, `unique_range`, `start_range`, `mark`, their forms for domains and the macros
`NVTX3_FUNC_RANGE()` and `NVTX3_FUNC_RANGE_IN(domain)` under the same names. Names that it lacks are
reported.

## Why
rocTX has an interface of C alone. NVTX's needs no library when it is linked; neither does this.

## What it leaves alone
Projects that bring NVTX's headers along: without a profiler of NVIDIA's they do nothing anywhere.

## References
NVTX 3, `nvtx3.hpp`; rocTX, `roctracer/roctx.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.compat.headers import support_path, words_of
from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import is_beside
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_HEADER = b"nvtx3/nvtx3.hpp"
_SUPPORT = "nvtx_ranges.hpp"
_MACROS = frozenset(
    b"NVTX3_FUNC_RANGE NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE NVTX3_V1_FUNC_RANGE_IN "
    b"NVTX3_FUNC_RANGE_IF NVTX3_FUNC_RANGE_IF_IN".split()
)
_NAMED = re.compile(rb"(?<![\w:])(?:::[ \t]*+)?nvtx3[ \t]*+::[ \t]*+(?P<name>\w++)")

rule = Rule("API76", "nvtx-ranges", names=(b"nvtx3", *_MACROS), headers=(_HEADER,), handles=_MACROS)

EXAMPLES = (
    Example(
        """
        #include <nvtx3/nvtx3.hpp>
        void step() { NVTX3_FUNC_RANGE(); nvtx3::scoped_range inner{"inner"}; }
        """,
        """
        #include "porter_compat/nvtx_ranges.hpp"
        void step() { NVTX3_FUNC_RANGE(); nvtx3::scoped_range inner{"inner"}; }
        """,
    ),
    Example(
        """
        #include <nvtx3/nvtx3.hpp>
        void step(bool on) { NVTX3_FUNC_RANGE_IF(on); }
        """,
        """
        #include "porter_compat/nvtx_ranges.hpp"
        void step(bool on) { NVTX3_FUNC_RANGE_IF(on); }
        """,
        findings=("error",),
        title="what the support header lacks",
    ),
    Example(
        "#include <nvtx3/nvtx3.hpp>\n",
        files=("nvtx3/nvtx3.hpp",),
        title="the project brings NVTX",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for the header, and a finding for each name that is not in ours."""
    if _HEADER in context.headers:
        return
    for include in file.includes:
        if include.path == _HEADER and not is_beside(file, include):
            path = support_path(file.path, _SUPPORT).encode()
            needed = "" if include.is_test else _SUPPORT
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
    known = words_of("nvtx_ranges")
    used = [(match["name"], match.span("name")) for match in _NAMED.finditer(file.code)]
    used += [(use.name, (use.start, use.end)) for use in file.occurrences_of(_MACROS)]
    told: set[bytes] = set()
    for name, span in used:
        if name not in known and name not in told and not file.is_macro_name(span[0]):
            told.add(name)
            yield rule.error(span, f"rocTX has no counterpart of NVTX's {name.decode()}")
