"""Give cooperative groups CUDA's 32-lane meaning, and what HIP's lack.

## What it does
With `--warp 32`, the default, it replaces the headers `cooperative_groups.h`,
`cooperative_groups/reduce.h`, `scan.h` and `memcpy_async.h` by support headers, and the namespace
`cooperative_groups` by `porter::cooperative_groups`. Aliases (`namespace cg = …`), group types
and calls stay as they are.

## Why
On gfx9 HIP's `coalesced_threads()` has up to 64 members and its masks have 64 bits; partitions of
it lose the lanes from 32 on. HIP 6.4 has neither `cg::reduce`, `inclusive_scan`,
`labeled_partition` nor `num_threads()`; votes and `match_any` of tiles need
`HIP_ENABLE_WARP_SYNC_BUILTINS`, and tiles shuffle numbers only, no `__half`. The support headers
have all of these, for warps of 32 lanes. Sums of floats are made in the order that CUDA's
have. Grid groups use HIP's; the grid has to be launched with `hipLaunchCooperativeKernel`.

## What it leaves alone
Other scopes (`mine::cooperative_groups`), and branches that HIP does not compile. Clusters have no
counterpart: these are reported as errors. Tiles of more than 32 threads meet at words in shared
memory, since there is one barrier a block; they bring that memory, and need no `block_tile_memory`.
With `--warp native` HIP's own groups are used and an error tells what they lack.

## References
CUDA C++ Programming Guide, cooperative groups; HIP 6.4 `amd_hip_cooperative_groups.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.compat.headers import support_path, words_of
from porter.fixers import Context, Example, Rule, When
from porter.fixers.language._left_behind import left_behind
from porter.options import Options
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_SCOPE = b"cooperative_groups"
_HEADERS = {
    b"cooperative_groups.h": "cooperative_groups.hpp",
    b"cooperative_groups/reduce.h": "cooperative_groups_reduce.hpp",
    b"cooperative_groups/scan.h": "cooperative_groups_scan.hpp",
    b"cooperative_groups/memcpy_async.h": "cooperative_groups_memcpy_async.hpp",
}
#: Where CUDA's headers of groups lie, but for the one that brings most of them.
_INNER = b"cooperative_groups/"
#: A header within these, and those that others than the first bring.
_DETAIL = re.compile(rb"cooperative_groups/details/(?:coalesced_)?+(\w++)\.h")
_OF_DETAILS = {
    b"reduce": "cooperative_groups_reduce.hpp",
    b"scan": "cooperative_groups_scan.hpp",
    b"async": "cooperative_groups_memcpy_async.hpp",
}
_HIPS = b"hip/hip_cooperative_groups.h"
#: What neither HIP nor the support headers have.
_NOWHERE = (b"this_cluster", b"cluster_group")
#: What HIP's own groups lack, by the first ROCm that has it where one is known.
_NOT_IN_HIP = {
    b"labeled_partition": (7, 14),
    b"inclusive_scan": (7, 14),
    b"exclusive_scan": (7, 14),
}
_REDUCE_SINCE = (7, 13)
#: A name of the namespace, under its own name or the one that everybody gives it.
_NAMED = re.compile(
    rb"(?<![\w:])(?:::[ \t]*+)?(?:cooperative_groups|cg)[ \t]*+::[ \t]*+(?P<name>\w++)"
)

rule = Rule(
    "WRP16",
    "cooperative-groups",
    names=(b"cooperative_groups", *_NOWHERE),
    headers=(b"cooperative_groups",),
)

EXAMPLES = (
    Example(
        """
        #include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        namespace cg = cooperative_groups;
        auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        sum = cg::reduce(tile, sum, cg::plus<float>());
        """,
        """
        #include "porter_compat/cooperative_groups.hpp"
        #include "porter_compat/cooperative_groups_reduce.hpp"
        namespace cg = porter::cooperative_groups;
        auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        sum = cg::reduce(tile, sum, cg::plus<float>());
        """,
    ),
    Example(
        "#include <cooperative_groups/details/coalesced_reduce.h>\n",
        '#include "porter_compat/cooperative_groups_reduce.hpp"\n',
        title="a header within CUDA's",
    ),
    Example(
        """
        using namespace cooperative_groups;
        void add(thread_group g);
        """,
        """
        using namespace porter::cooperative_groups;
        void add(thread_group g);
        """,
        title="a file that gets the header through another one",
    ),
    Example(
        "auto cluster = cooperative_groups::this_cluster();\n",
        "auto cluster = porter::cooperative_groups::this_cluster();\n",
        findings=("error",),
    ),
    Example(
        """
        #include <cooperative_groups/reduce.h>
        namespace cg = cooperative_groups;
        """,
        findings=("error",),
        options=Options(warp="native"),
        title="HIP's own groups cannot reduce",
    ),
    Example(
        """
        #include <cooperative_groups.h>
        namespace cg = cooperative_groups;
        auto one = cg::invoke_newly(cg::this_thread_block());
        """,
        """
        #include "porter_compat/cooperative_groups.hpp"
        namespace cg = porter::cooperative_groups;
        auto one = cg::invoke_newly(cg::this_thread_block());
        """,
        findings=("error",),
        title="what nobody has",
    ),
    Example("mine::cooperative_groups::tile t;\n", title="another scope"),
)


@rule.check
def check_anywhere(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield findings for what is nowhere."""
    if not _is_about_groups(file):
        return
    unseen = left_behind(file, context)
    for use in file.occurrences_of(frozenset(_NOWHERE)):
        if not file.is_member(use.start) and not holds(unseen, use.start):
            yield rule.error(
                use,
                f"there is nothing like {use.name.decode()} on AMD GPUs",
                hint="write the kernel for blocks and warps",
            )


@rule.check_when(When(warp="32"))
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits for headers and namespace."""
    for include in file.includes:
        support = _support(include.path)
        if support is not None and include.path not in context.headers:
            path = support_path(file.path, support).encode()
            needed = "" if include.is_test else support
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
        elif include.path.startswith(_INNER) and include.path not in context.headers:
            yield rule.error(
                include.path_span, f"no support header takes the place of {include.path.decode()}"
            )
    uses = file.mentions((_SCOPE,))
    needed = _HEADERS[b"cooperative_groups.h"] if uses and _brings_hips(file) else ""
    for use in uses:
        yield rule.insert(use.start, b"porter::", support=needed)
    yield from _unknown(file, context)


def _support(header: bytes) -> str | None:
    """Return the support header in place of one of CUDA's, also of one within these."""
    if (detail := _DETAIL.fullmatch(header)) is not None:
        return _OF_DETAILS.get(detail[1], "cooperative_groups.hpp")
    return _HEADERS.get(header)


def _brings_hips(file: SourceFile) -> bool:
    """Tell whether a HIP side of the project's own includes HIP's groups in place of CUDA's."""
    return any(_HIPS in data for data in (file.data, *headers_of(file).values()))


def _unknown(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each name that the support headers do not have."""
    if not _is_about_groups(file):
        return
    known = words_of("cooperative_groups") | words_of("warp") | frozenset(_NOWHERE)
    unseen = left_behind(file, context)
    told: set[bytes] = set()
    for match in _NAMED.finditer(file.code):
        name = match["name"]
        if name in known or name in told or holds(unseen, match.start()):
            continue
        told.add(name)
        yield rule.error(
            match.span("name"),
            f"the support header has no cooperative_groups::{name.decode()}",
            hint="write the step with the functions of warps and blocks",
        )


@rule.check_when(When(warp="native"))
def check_native(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield findings for what HIP's own groups of the chosen ROCm do not have."""
    if not _is_about_groups(file):
        return
    rocm = ".".join(map(str, context.options.rocm))
    for include in file.includes:
        name = include.path.rpartition(b"/")[2]
        since = _REDUCE_SINCE if name == b"reduce.h" else (7, 14)
        if include.path in _HEADERS and b"/" in include.path and context.options.rocm < since:
            yield rule.error(
                include.path_span,
                f"HIP {rocm} has no {include.path.decode()}",
                hint="--warp 32 supplies it",
            )
    for use in file.occurrences_of(frozenset(_NOT_IN_HIP)):
        if file.qualifier(use.start) and context.options.rocm < _NOT_IN_HIP[use.name]:
            yield rule.error(
                use,
                f"HIP {rocm} has no cooperative_groups::{use.name.decode()}",
                hint="--warp 32 supplies it",
            )


def _is_about_groups(file: SourceFile) -> bool:
    return _SCOPE in file.names or any(_SCOPE in include.path for include in file.includes)
