"""Include the headers of CUB's algorithms that others of CUB's or Thrust's bring along.

## What it does
Adds `#include <hipcub/device/device_scan.hpp>` where a file names `cub::DeviceScan`, and neither it
nor a header of the project that it includes asks for the header that declares it, but for others of
CUB's or Thrust's.

## Why
CUB's headers include one another: `cub/device/device_partition.cuh` brings `cub::DeviceScan`, and
code gets by without including what it uses. hipCUB's include rocPRIM's instead: "no member named
'DeviceScan' in namespace 'hipcub'".

## What it leaves alone
Files that include `cub/cub.cuh`, or no header of CUB's and Thrust's; projects with a copy of CUB;
names that hipCUB has no header for.

## References
The headers of CUB and hipCUB, which are called as what they declare: `rules/cuda-hip/headers.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.api._cub_copies import of_a_copy
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("API72", "cub-headers", names=(b"cub",), handles=())

_INCLUDED = re.compile(rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<\"]([\w./+-]++)")
#: Headers that are called as the class that they declare.
_OF_A_CLASS = re.compile(rb"cub/(?:block|device|grid|iterator|warp)/(?P<name>\w++)\.cuh")
_CLASS = re.compile(rb"\bcub\s*+::\s*+(?P<name>[A-Z][A-Za-z]++)\b")
#: Bring all that there is.
_WHOLE = (b"cub/cub.cuh", b"hipcub/hipcub.hpp")

EXAMPLES = (
    Example(
        """
        #include <cub/device/device_partition.cuh>
        void sum(void *d, size_t &n, int *x) { cub::DeviceScan::InclusiveSum(d, n, x, x, 8); }
        """,
        """
        #include <hipcub/device/device_scan.hpp>
        #include <cub/device/device_partition.cuh>
        void sum(void *d, size_t &n, int *x) { cub::DeviceScan::InclusiveSum(d, n, x, x, 8); }
        """,
    ),
    Example(
        """
        #include <cub/block/block_load.cuh>
        #include <cub/block/block_scan.cuh>
        using Load = cub::BlockLoad<int, 128, 4>;
        using Scan = cub::BlockScan<int, 128>;
        using Own = own::cub::BlockStore<int, 128>;
        """,
        title="they are included, and another's",
    ),
    Example(
        """
        #include <cub/cub.cuh>
        using Load = cub::BlockLoad<int, 128, 4>;
        """,
        title="all of CUB",
    ),
    Example(
        """
        #include "../cub-1.8.0/cub/cub.cuh"
        #include <thrust/sort.h>
        using Load = cub::BlockLoad<int, 128, 4>;
        """,
        title="all of a copy of CUB",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the header of each class whose header is not asked for."""
    used = {
        match["name"]
        for match in _CLASS.finditer(file.code)
        if file.qualifier(match.start()) is None
    }
    if not used:
        return
    included = {one.path for one in file.includes if not one.is_test}
    for data in headers_of(file).values():
        included.update(_INCLUDED.findall(data))
    included.update(filter(None, map(of_a_copy, [*included])))
    asked = {path for path in included if path.startswith((b"cub/", b"hipcub/", b"thrust/"))}
    if not asked or not asked.isdisjoint(_WHOLE) or not asked.isdisjoint(context.headers):
        return
    headers = context.tables.headers
    for path, row in sorted(headers.items()):
        match = _OF_A_CLASS.fullmatch(path)
        if match and _camel(match["name"]) in used and asked.isdisjoint((path, row.hip)):
            yield rule.include(f"<{row.hip.decode()}>")


def _camel(name: bytes) -> bytes:
    """Return what a header called so declares: `DeviceScan` of `device_scan`."""
    return b"".join(word.capitalize() for word in name.split(b"_"))
