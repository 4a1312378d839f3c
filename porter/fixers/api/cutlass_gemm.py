"""Give CUTLASS 2's device-wide products of matrices to Composable Kernel.

## What it does
Names of CUTLASS's device-wide GEMMs, with their types, layouts, shapes and epilogues, become those
of the support header `cutlass_gemm.hpp`, which has the same interface over Composable Kernel's
device operations; CUTLASS's headers go. Tools that prepare, multiply and compare matrices
(`HostTensor`, `device_memory`, `reference::`) have a support header, too. A file that names
anything else of CUTLASS or CuTe is left as it is, and each such name is an error that says which
operation of Composable Kernel comes nearest, if one does; so are types that are not multiplied,
and members and macros that the headers do not have.

## Why
CUTLASS is written for NVIDIA's tensor cores. Its device-wide GEMMs say what is multiplied, not how,
and that Composable Kernel computes as well. Parts of CUTLASS that say how – kernels, collectives,
iterators, CuTe's layouts – have no counterpart that a text could be rewritten to.

## References
CUTLASS 2.x, `cutlass/gemm/device/`; Composable Kernel,
`ck/tensor_operation/gpu/device/impl/device_gemm_multiple_d_xdl_cshuffle_v3.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._cutlass_counterparts import hint_for
from porter.fixers.api._cutlass_limits import limits
from porter.fixers.api._cutlass_names import (
    ABSENT,
    COVERED,
    KNOWN,
    PRODUCTS,
    SPACES,
    TOOL_HEADERS,
    TOOL_NAMES,
    TOOLS,
    WITHOUT_MEMBERS,
)
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.lines import line_start
from porter.source.text.spans import holds

_BROUGHT_IN = re.compile(rb"\bnamespace\s++(?:\w++\s*+=\s*+)?cutlass(?:\s*+::\s*+\w++)*+\s*+;")
_CHAIN = re.compile(rb"(?:cutlass|cute)(?:\s*::\s*[A-Za-z_]\w*)*")


rule = Rule(
    "API50",
    "cutlass-gemm",
    names=(b"cutlass", b"cute"),
    headers=(b"cutlass/", b"cute/"),
    targets=("ck",),
)

_CK = Options(target="ck")
EXAMPLES = (
    Example(
        """
        #include "cutlass/gemm/device/gemm.h"
        using Rows = cutlass::layout::RowMajor;
        using Half = cutlass::half_t;
        using Gemm = cutlass::gemm::device::Gemm<Half, Rows, Half, Rows, Half, Rows, float>;
        """,
        """
        #include "porter_compat/cutlass_gemm.hpp"
        using Rows = porter::cutlass::layout::RowMajor;
        using Half = porter::cutlass::half_t;
        using Gemm = porter::cutlass::gemm::device::Gemm<Half, Rows, Half, Rows, Half, Rows, float>;
        """,
        options=_CK,
        title="a product, with its types and layouts",
    ),
    Example(
        """
        #include "cutlass/gemm/collective/collective_builder.hpp"
        using Mainloop = cutlass::gemm::collective::CollectiveBuilder<int>::CollectiveOp;
        """,
        options=_CK,
        findings=("error", "error"),
        title="CUTLASS 3 says how to compute",
    ),
    Example(
        """
        #include <cute/tensor.hpp>
        auto layout = cute::make_layout(4);
        """,
        options=_CK,
        findings=("error", "error"),
        title="CuTe",
    ),
    Example(
        """
        #include <cutlass/gemm/device/gemm.h>
        using namespace cutlass;
        """,
        """
        #include "porter_compat/cutlass_gemm.hpp"
        using namespace porter::cutlass;
        """,
        options=_CK,
        findings=("warning",),
        title="a namespace that is brought in",
    ),
    Example("int cutlass = 1; // cutlass::gemm\n", options=_CK, title="names that look like it"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the new names, or an error for each that there is no new one for."""
    names = list(_names(file))
    brought_in = [match.span() for match in _BROUGHT_IN.finditer(file.code)]
    includes = [
        one
        for one in file.includes
        if one.path.startswith((b"cutlass/", b"cute/")) and one.path not in context.headers
    ]
    strange = [
        (span, name)
        for span, name in names
        if name not in KNOWN and not (name in SPACES and holds(brought_in, span[0]))
    ]
    strange += [(one.path_span, one.path) for one in includes if not _is_covered(one.path)]
    if strange:
        for span, name in sorted(strange):
            yield rule.error(
                span,
                f"`{name.decode(errors='replace')}` has no counterpart in Composable Kernel",
                hint=hint_for(name),
            )
        return
    if missing := sorted(set(limits(file, names))):
        for limit in missing:
            yield rule.error(
                limit.span,
                f"{limit.what} has no counterpart in Composable Kernel",
                hint=limit.hint,
            )
        return
    for include in includes:
        if include.is_test:
            continue
        start = line_start(file.data, include.path_start)
        end = file.data.find(b"\n", include.path_end) + 1 or len(file.data)
        yield rule.replace((start, end), b"")
    if includes or names:
        yield rule.support(PRODUCTS)
    if any(name in TOOL_NAMES for _, name in names) or any(
        TOOL_HEADERS.fullmatch(one.path) for one in includes
    ):
        yield rule.support(TOOLS)
    for span, name in names:
        if name in SPACES:
            yield rule.warning(
                span,
                f"what `{name.decode()}` brings in is not looked at",
                hint=f"the support header {PRODUCTS} has its names",
            )
    for (start, _), _ in names:
        if file.code[max(start - 2, 0) : start] != b"::":
            yield rule.insert(start, b"porter::")


def _names(file: SourceFile) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Yield the qualified names of CUTLASS and CuTe, with their places."""
    for use in file.mentions((b"cutlass", b"cute")):
        match = _CHAIN.match(file.code, use.start)
        if match is None:
            continue
        behind = file.previous(use.start) + 1
        is_brought_in = file.code.endswith((b"namespace", b"="), 0, behind)
        if b"::" in match[0] or is_brought_in:
            yield match.span(), _shortened(re.sub(rb"\s", b"", match[0]))


def _shortened(name: bytes) -> bytes:
    """Return a name without members of a known one: `cutlass::Status` of `…::kSuccess`."""
    parts = name.split(b"::")
    if name in ABSENT:
        return name
    for length in range(len(parts), 1, -1):
        if (shorter := b"::".join(parts[:length])) in KNOWN:
            return name if shorter in WITHOUT_MEMBERS else shorter
    return name


def _is_covered(header: bytes) -> bool:
    return any(one.fullmatch(header) for one in (COVERED, TOOL_HEADERS))
