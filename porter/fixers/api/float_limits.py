"""Include the limits of floating-point types that CUB brings along.

## What it does
Adds `#include <cfloat>` behind the inclusion of CUB's or Thrust's first header where the file uses
`FLT_MAX` and its kind, and includes neither `<cfloat>` nor `<float.h>`; behind the first inclusion
of a file that includes none of CUB's or Thrust's and is compiled with one that does, where none of
these includes the limits.

## Why
CUB's headers include `<cfloat>` up to CUDA 12.4; hipCUB's do not: `use of undeclared identifier
'FLT_MAX'`.

## What it leaves alone
Files that include the limits themselves, that define the name, or with which nothing of CUB's and
Thrust's is compiled; of those that include neither, files of host code alone.

## References
`cub/util_type.cuh` of CUDA 11 and 12; [cfloat.syn] of the C++ standard.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import compiled_together, headers_of
from porter.project.includes import inclusions
from porter.source import Edit, SourceFile
from porter.source.preprocessor.definitions import defined_names
from porter.source.text.languages import UNIT_SUFFIXES

_LIMITS = frozenset(
    kind + b"_" + limit
    for kind in (b"FLT", b"DBL", b"LDBL")
    for limit in (b"MAX", b"MIN", b"EPSILON", b"DIG", b"MANT_DIG", b"MAX_EXP", b"MIN_EXP")
)
_HEADERS = frozenset({b"cfloat", b"float.h"})
_BRINGS = (b"cub/", b"thrust/")
_DEFINED = re.compile(rb"#[ \t]*define[ \t]+L?(?:FLT|DBL)_")

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
    if not included or any(one.path in _HEADERS for one in included):
        return
    if file.names & _LIMITS <= defined_names(file.code, file.directives):
        return
    first = next((one for one in included if one.path.startswith(_BRINGS)), None)
    if first is None and _is_for_devices(file) and _comes_from_others(file):
        first = included[0]
    end = -1 if first is None else file.data.find(b"\n", first.path_end)
    if end >= 0:
        yield rule.insert(end + 1, b"#include <cfloat>" + file.newline)


def _is_for_devices(file: SourceFile) -> bool:
    """Tell whether a word says so, as `__device__` does: host code counts on headers it has."""
    return any(b"device" in name.lower() for name in file.names)


def _comes_from_others(file: SourceFile) -> bool:
    """Tell whether what is compiled with a file includes CUB or Thrust, and nobody the limits."""
    brought = False
    for data in _compiled_with(file):
        names = [os.fsencode(name) for _, name in inclusions(data)]
        if not _HEADERS.isdisjoint(names) or _DEFINED.search(data):
            return False
        brought = brought or any(name.startswith(_BRINGS) for name in names)
    return brought


def _compiled_with(file: SourceFile) -> Iterator[bytes]:
    """Yield the sources that are compiled with a file; only of headers others are asked for."""
    if file.path.endswith(UNIT_SUFFIXES):
        yield from headers_of(file).values()
    elif (root := file.depend_on_tree()) is not None:
        for _, data in compiled_together(root, file.path):
            yield data
