"""Include HIP's 8-bit floats before names of hipCUB's are made global.

## What it does
In a source with `using namespace cub;` in front of an inclusion, includes `hip/hip_fp8.h` in front
of both where a header of the project brings CUDA's 8-bit floats.

## Why
`hip_fp8.h` calls functions of its own namespace `internal`, and hipCUB has one of this name. What
is written behind `using namespace hipcub;` finds both: `reference to 'internal' is ambiguous`.
CUDA's header has no such namespace, so the order does not matter to it.

## What it leaves alone
Sources that include the header themselves in front of the directive.

## References
[namespace.udir] of the C++ standard; HIP's `amd_hip_fp8.h`; hipCUB's `thread_scan.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG58", "early-fp8", names=(b"cub", b"hipcub"), handles=())

_DIRECTIVE = re.compile(rb"\busing\s++namespace\s++(?:::\s*+)?+(?:hip)?+cub\s*+;")
_BRINGS = re.compile(rb'(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<"](?:cuda_fp8\.h|hip/hip_fp8\.h)[>"]')

EXAMPLES = (
    Example(
        """
        #include <cub/cub.cuh>
        using namespace cub;
        #include "common.cuh"
        """,
        path="example.cu",
        title="a header that is not seen",
    ),
    Example(
        """
        #include <cub/cub.cuh>
        #include <cuda_fp8.h>
        using namespace cub;
        """,
        title="the directive comes last",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Ask for the header where an inclusion behind the directive may bring it."""
    directive = _DIRECTIVE.search(file.code)
    if directive is None:
        return
    starts = [one.start for one in file.includes]
    before = [start for start in starts if start < directive.start()]
    if starts == before or _BRINGS.search(file.data, 0, directive.start()):
        return
    if any(_BRINGS.search(data) for data in (file.data, *headers_of(file).values())):
        start = before[-1] if before else directive.start()
        line = file.line_start(start)
        yield rule.insert(line, b"#include <hip/hip_fp8.h>" + file.newline)
