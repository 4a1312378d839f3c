"""Include the limits of floating-point types that CUB brings along.

## What it does
Adds `#include <cfloat>` behind the inclusion of CUB's or Thrust's first header where the file uses
`FLT_MAX` and its kind, and includes neither `<cfloat>` nor `<float.h>`.

## Why
CUB's headers include `<cfloat>` up to CUDA 12.4; hipCUB's do not: `use of undeclared identifier
'FLT_MAX'`.

## What it leaves alone
Files that include the limits themselves, that define the name, or that include nothing of CUB's and
Thrust's.

## References
`cub/util_type.cuh` of CUDA 11 and 12; [cfloat.syn] of the C++ standard.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile
from porter.source.preprocessor.definitions import defined_names

_LIMITS = frozenset(
    kind + b"_" + limit
    for kind in (b"FLT", b"DBL", b"LDBL")
    for limit in (b"MAX", b"MIN", b"EPSILON", b"DIG", b"MANT_DIG", b"MAX_EXP", b"MIN_EXP")
)
_HEADERS = frozenset({b"cfloat", b"float.h"})
_BRINGS = (b"cub/", b"thrust/")

rule = Rule("API63", "float-limits", names=_LIMITS, handles=())

EXAMPLES = (
    Example(
        """
        #include <cub/cub.cuh>
        __device__ float most = -FLT_MAX;
        """,
        """
        #include <cub/cub.cuh>
        #include <cfloat>
        __device__ float most = -FLT_MAX;
        """,
    ),
    Example(
        """
        #include <float.h>
        #include <cub/cub.cuh>
        __device__ float most = -FLT_MAX;
        """,
        title="it is included",
    ),
    Example(
        """
        #define FLT_MAX 1e9f
        #include <cub/cub.cuh>
        __device__ float most = -FLT_MAX;
        """,
        title="the project's own",
    ),
    Example("__device__ float most = -FLT_MAX;\n", title="nothing brings it"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Edit]:
    """Yield the inclusion."""
    included = [one for one in file.includes if not one.is_test]
    first = next((one for one in included if one.path.startswith(_BRINGS)), None)
    if first is None or any(one.path in _HEADERS for one in included):
        return
    defined = defined_names(file.code, file.directives)
    end = file.data.find(b"\n", first.path_end)
    if end >= 0 and not file.names & _LIMITS <= defined:
        yield rule.insert(end + 1, b"#include <cfloat>" + file.newline)
