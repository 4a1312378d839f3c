"""Give CUTLASS 2's device-wide products of matrices to Composable Kernel.

## What it does
Names of CUTLASS's device-wide GEMMs, with their types, layouts, shapes and epilogues, become those
of the support header `cutlass_gemm.hpp`, which has the same interface over Composable Kernel's
device operations; CUTLASS's headers go. A file that names anything else of CUTLASS or CuTe is left
as it is, and each such name is an error that says which operation of Composable Kernel comes
nearest, if one does.

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
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.lines import line_start
from porter.source.text.spans import holds

_HEADER = "cutlass_gemm.hpp"
#: Names that the support header has.
_KNOWN = frozenset(
    b"cutlass::" + name
    for name in (
        b"half_t", b"bfloat16_t", b"Status", b"cutlassGetStatusString", b"TensorRef",
        b"layout::RowMajor", b"layout::ColumnMajor", b"gemm::GemmCoord", b"gemm::GemmShape",
        b"gemm::GemmUniversalMode",
        b"gemm::device::Gemm", b"gemm::device::GemmBatched", b"gemm::device::GemmUniversal",
        b"gemm::device::GemmSplitKParallel",
        b"gemm::threadblock::GemmIdentityThreadblockSwizzle",
        b"gemm::threadblock::GemmBatchedIdentityThreadblockSwizzle",
        b"gemm::threadblock::GemmSplitKHorizontalThreadblockSwizzle",
        b"gemm::threadblock::GemmSplitKIdentityThreadblockSwizzle",
        b"epilogue::thread::LinearCombination", b"epilogue::thread::LinearCombinationRelu",
        b"epilogue::thread::LinearCombinationGELU", b"epilogue::thread::LinearCombinationSilu",
        b"epilogue::thread::ScaleType", b"arch::OpClassTensorOp", b"arch::OpClassSimt",
        b"arch::OpMultiplyAdd", b"arch::OpMultiplyAddSaturate",
        *(b"arch::Sm%d" % number for number in (50, 60, 61, 70, 72, 75, 80, 86, 89, 90)),
    )
)  # fmt: skip
#: Namespaces that it has.
_SPACES = frozenset(name[: at.start()] for name in _KNOWN for at in re.finditer(rb"::", name))
_BROUGHT_IN = re.compile(rb"\bnamespace\s++(?:\w++\s*+=\s*+)?cutlass(?:\s*+::\s*+\w++)*+\s*+;")
#: Headers of CUTLASS that hold such names alone.
_COVERED = re.compile(
    rb"cutlass/(?:cutlass|numeric_types|half|bfloat16|tensor_ref|gemm_coord|core_io|matrix_coord"
    rb"|layout/(?:layout|matrix)|arch/(?:arch|mma)|gemm/gemm|gemm/gemm_enumerated_types"
    rb"|gemm/device/(?:gemm|gemm_batched|gemm_universal|gemm_splitk_parallel)"
    rb"|gemm/threadblock/threadblock_swizzle"
    rb"|epilogue/thread/(?:linear_combination(?:_relu|_gelu|_silu)?|scale_type|activation))"
    rb"\.h"
)
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
        if name not in _KNOWN and not (name in _SPACES and holds(brought_in, span[0]))
    ]
    strange += [(one.path_span, one.path) for one in includes if not _COVERED.fullmatch(one.path)]
    if strange:
        for span, name in sorted(strange):
            yield rule.error(
                span,
                f"`{name.decode(errors='replace')}` has no counterpart in Composable Kernel",
                hint=hint_for(name),
            )
        return
    for include in includes:
        if include.is_test:
            continue
        start = line_start(file.data, include.path_start)
        end = file.data.find(b"\n", include.path_end) + 1 or len(file.data)
        yield rule.replace((start, end), b"")
    if includes or names:
        yield rule.support(_HEADER)
    for span, name in names:
        if name in _SPACES:
            yield rule.warning(
                span,
                f"what `{name.decode()}` brings in is not looked at",
                hint=f"the support header {_HEADER} has its names",
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
    for length in range(len(parts), 1, -1):
        if (shorter := b"::".join(parts[:length])) in _KNOWN:
            return shorter
    return name
