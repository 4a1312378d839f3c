"""Include the support header for warp matrix functions.

## What it does
Replaces `<mma.h>` by the support header `wmma.hpp`, which has `nvcuda::wmma`: fragments of half
precision, bfloat16, tf32, 8-bit integers and doubles in CUDA's shapes, their loads and stores,
`mma_sync`, and access to elements by `x[i]`. The code itself stays as it is.

## Why
HIP has no warp matrix functions. rocWMMA has like-named ones, whose fragments belong to the
hardware's wavefront and to AMD's tile shapes: 64 threads share one on gfx9, and the indexing of a
kernel that counts on 32 is wrong with them. The support header's fragments belong to 32 lanes on
every processor, and are multiplied by MFMA or WMMA instructions where there are any.

## What it leaves alone
Branches that HIP does not compile. `wmma::experimental`, products of single bits and of 4-bit
integers, is reported.

## Fix safety
Sums are in another order than a tensor core's, so last bits may differ; integers are the same. A
fragment may have another number of elements than on NVIDIA's GPUs.

## References
CUDA C++ Programming Guide, "Warp Matrix Functions"; AMD's matrix instruction calculator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.compat.headers import support_path, words_of
from porter.fixers import Context, Example, Rule
from porter.fixers.language._left_behind import left_behind
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_HEADERS = (b"mma.h", b"crt/mma.h")
_SUPPORT = "wmma.hpp"
_EXPERIMENTAL = re.compile(rb"\bwmma\s*::\s*experimental\b")
_NAMED = re.compile(
    rb"\bnvcuda\s*+::\s*+(?=(?P<inner>\w++))|\bwmma\s*+::\s*+(?=(?P<name>(?!experimental\b)\w++))"
)

#: What may stand in front of CUDA's `wmma`; None where nothing does.
_SCOPES = (None, b"nvcuda", b"::nvcuda")

rule = Rule("LNG36", "warp-matrices", names=(b"nvcuda", b"wmma"), headers=_HEADERS)

EXAMPLES = (
    Example(
        """
        #include <mma.h>
        using namespace nvcuda;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
        wmma::fill_fragment(c, 0.0f);
        """,
        """
        #include "porter_compat/wmma.hpp"
        using namespace nvcuda;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
        wmma::fill_fragment(c, 0.0f);
        """,
        findings=("note",),
    ),
    Example(
        "using nvcuda::wmma::experimental::bmma_sync;\n",
        findings=("error",),
        title="products of single bits",
    ),
    Example(
        """
        using namespace nvcuda;
        void f() { wmma::load_matrix_newly(a, b); }
        """,
        findings=("error",),
        title="what the support header has not",
    ),
    Example(
        "using namespace nvcuda;\nvoid f() { own::wmma::map(a); own::wmma::detail::g(a); }\n",
        title="a namespace of the project's own",
    ),
    Example("#include <wmma/mma.h>\nint wmma = 3;\n", title="names that only look like it"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the inclusion of the support header, one note, and errors for what it lacks."""
    unseen = left_behind(file, context)
    includes = [
        include
        for include in file.includes
        if include.path in _HEADERS and include.path not in context.headers
    ]
    for include in includes:
        path = support_path(file.path, _SUPPORT).encode()
        needed = "" if include.is_test else _SUPPORT
        yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
    seen = [include for include in includes if not holds(unseen, include.quoted_span[0])]
    if seen:
        yield rule.note(
            seen[0].path_span,
            "warp matrix functions are the support header's, made of MFMA and WMMA instructions",
            hint="-DPORTER_WHOLE_WAVES where the two warps of a wave of 64 always go together; the "
            "next step for speed is Composable Kernel or rocWMMA; see matrix-cores.md",
        )
    is_nvidias = bool(seen) or b"nvcuda" in file.names
    for match in _NAMED.finditer(file.code) if is_nvidias else ():
        if match["name"] and file.qualifier(match.start()) not in _SCOPES:
            continue  # a namespace of the project's that is called so, too
        what = "inner" if match["inner"] else "name"
        if match[what] not in words_of("wmma") and not holds(unseen, match.start()):
            text = match[what].decode()
            yield rule.error(match.span(what), f"the support header has no {text}")
    for match in _EXPERIMENTAL.finditer(file.code):
        if not holds(unseen, match.start()):
            yield rule.error(
                match.span(),
                "wmma::experimental (single bits and 4-bit integers) has no counterpart",
                hint="keep a path without it, or use mma.sync with s4 or u4",
            )
