"""Include the headers of Thrust that CUDA's others bring along, Thrust's and CUB's.

## What it does
Adds `#include <thrust/iterator/constant_iterator.h>` behind the inclusion of a header that brings
it with CUDA and not with ROCm, where the file uses a name that it declares; among the file's first
inclusions where a header of the project includes the one that brings it.

## Why
`thrust/device_vector.h` of CUDA includes half of Thrust (that of CUDA 11 nearly all of it, such as
`thrust::sort`), and code gets by without including what it uses. rocThrust's headers include
others: "no template named 'constant_iterator' in namespace 'thrust'".

## What it leaves alone
Files that include the header, and those that include none of the headers that bring it. What comes
by a header of the project's own counts for files of device code (`.cu`, `.cuh`).

## References
`rules/cuda-hip/transitive.toml`, which `porter rules derive-transitive` writes from the headers of
both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import headers_of
from porter.source import Edit, SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.edits import Include
from porter.source.text.languages import DEVICE_SUFFIXES
from porter.tables.transitive import transitive_headers

_BRINGING = re.compile(rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+<(thrust/[\w/]++\.h|cub/[\w/]++\.cuh)>")

rule = Rule("API19", "transitive-headers", names=(b"thrust",), handles=())

EXAMPLES = (
    Example(
        """
        #include <thrust/device_vector.h>
        thrust::constant_iterator<int> ones(1);
        """,
        """
        #include <thrust/device_vector.h>
        #include <thrust/iterator/constant_iterator.h>
        thrust::constant_iterator<int> ones(1);
        """,
    ),
    Example(
        """
        #include <cub/cub.cuh>
        thrust::counting_iterator<int> first(0);
        """,
        """
        #include <cub/cub.cuh>
        #include <thrust/iterator/counting_iterator.h>
        thrust::counting_iterator<int> first(0);
        """,
        title="a header of CUB",
    ),
    Example(
        """
        #include <thrust/device_vector.h>
        #include <thrust/iterator/constant_iterator.h>
        thrust::constant_iterator<int> ones(1);
        """,
        title="it is included",
    ),
    Example(
        """
        #include <thrust/device_vector.h>
        using namespace thrust;
        constant_iterator<int> ones(1);
        """,
        """
        #include <thrust/device_vector.h>
        #include <thrust/iterator/constant_iterator.h>
        using namespace thrust;
        constant_iterator<int> ones(1);
        """,
        title="the namespace is opened",
    ),
    Example(
        """
        #include <thrust/device_vector.h>
        own::constant_iterator<int> ones(1);
        """,
        title="a name of another's",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit | Include]:
    """Yield the inclusion of each header that the file uses and gets with CUDA alone."""
    included = {include.path: include for include in file.includes if not include.is_test}
    is_device = file.path.endswith(tuple(DEVICE_SUFFIXES))
    for row in transitive_headers():
        header = row.header.encode()
        if header in included:
            continue
        names = file.names & {name.encode() for name in row.names}
        bringing = [by.encode() for by in row.by]
        first = next((included[one] for one in bringing if one in included), None)
        if not names or not (first or is_device) or not any(_is_used(file, one) for one in names):
            continue
        if first is not None:
            end = file.data.find(b"\n", first.path_span[1])
            if end >= 0:
                yield rule.insert(end + 1, b"#include <" + header + b">" + file.newline)
        else:
            below = _by_headers(file)
            if header not in below and not below.isdisjoint(bringing):
                yield rule.include(f"<{row.header}>")


@once_for_each_file
def _by_headers(file: SourceFile) -> frozenset[bytes]:
    """Return Thrust's and CUB's headers that the project's include, of those in a file."""
    return frozenset(path for data in headers_of(file).values() for path in _BRINGING.findall(data))


def _is_used(file: SourceFile, name: bytes) -> bool:
    """Tell whether the file names Thrust's `name`; without a scope it may come by a `using`."""
    is_opened = re.search(rb"\busing\s+namespace\s+(?:::\s*)?thrust\s*;", file.code) is not None
    scopes = (file.qualifier(start) for start in file.occurrences(name))
    return any(
        is_opened if scope is None else scope.removeprefix(b"::") == b"thrust" for scope in scopes
    )
