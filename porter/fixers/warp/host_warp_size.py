"""Find host code that asks the device for its warp size.

## What it does
Reports `warpSize` of `cudaDeviceProp`, `SIMDWidth` of `CUdevprop`, and the attributes
`cudaDevAttrWarpSize` and `CU_DEVICE_ATTRIBUTE_WARP_SIZE` where the port's warps have 32 lanes. With
`--warp native` it reports constants of 32 that are named for the warp size instead.

## Why
The device answers with the size of its wavefront: 64 on gfx9, 32 elsewhere. Blocks and shared
memory that are sized by the answer no longer fit kernels whose warps have 32 lanes on every
device (WRP20). In a native port it is the other way round: the kernel's warp has 64 lanes on gfx9,
and a constant 32 on the host does not know.

## Fix safety
With `--unsafe` members are replaced by `porter::warp_size`. That is right for the geometry of
launches; what only reports about the device should go on asking it.

## What it leaves alone
Members that are assigned to, and the device's built-in variable (WRP21).

## References
HIP runtime API, `hipDeviceProp_t`; bitsandbytes#1885.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule, When
from porter.options import Options
from porter.source import SourceFile, Use
from porter.source.cpp.printing import is_only_printed, is_printed
from porter.source.text.edits import RuleOutput
from porter.source.text.runs import word_start
from porter.source.text.spans import Span

if TYPE_CHECKING:
    from tree_sitter import Node

_ATTRIBUTES = (b"cudaDevAttrWarpSize", b"CU_DEVICE_ATTRIBUTE_WARP_SIZE")
#: Of structures that CUDA fills, and the types that tell others' members apart.
_MEMBERS = {b"warpSize": b"warpSize", b"SIMDWidth": b"CUdevprop"}
_IS_32 = rb"\(?32[uU]?\)?[ \t]*+(?:;|\r?\n|\Z)"
_DEFINED = re.compile(rb"#[ \t]*+define[ \t]++(\w++)[ \t]++" + _IS_32)
_CONSTANT = re.compile(rb"\bconst(?:expr)?\b([^;=(){}]*+)(=[ \t]*+" + _IS_32 + rb")?")
_WARP_SIZE = re.compile(rb"(?i)warp_?size")
_HINT = "size launches for 32 lanes: porter::warp_size of warp.hpp"

#: Without triggers: constants are the project's, whatever they are called.
rule = Rule("WRP08", "host-warp-size", fix=Fix.UNSAFE)

EXAMPLES = (
    Example("int threads = 4 * prop.warpSize;\n", findings=("warning",)),
    Example(
        "int threads = 4 * device()->warpSize;\n",
        """
        #include "porter_compat/warp.hpp"
        int threads = 4 * porter::warp_size;
        """,
        findings=("warning",),
        options=Options(unsafe=True),
    ),
    Example(
        """
        CUdevprop found;
        cuDeviceGetProperties(&found, device);
        int threads = 4 * found.SIMDWidth;
        """,
        findings=("warning",),
    ),
    Example("cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0);\n", findings=("warning",)),
    Example(
        """
        #define WARP_SIZE 32
        kernel<<<n, 4 * WARP_SIZE>>>();
        """,
        findings=("warning",),
        options=Options(warp="native"),
    ),
    Example("#define WARP_SIZE 32\n", title="right for warps of 32 lanes"),
    Example("prop.warpSize = 32;\n", title="an answer, not a question"),
    Example('printf("lanes: %d\\n", prop.warpSize);\n', title="a number that is printed"),
    Example(
        """
        void show(int dev) {
          int lanes;
          ask<int>(&lanes, CU_DEVICE_ATTRIBUTE_WARP_SIZE, dev);
          printf("lanes: %d", lanes);
        }
        """,
        title="an attribute that is printed",
    ),
)


@rule.check_when(When(warp="32"))
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each question, and an edit where it is a member."""
    members = frozenset(name for name, by in _MEMBERS.items() if by in file.names)
    for use in file.occurrences_of(members):
        if file.is_member(use.start) and not _is_assigned(file, use):
            node = file.tree.root_node.descendant_for_byte_range(use.start, use.end)
            member = None if node is None else node.parent
            if member is None or not is_printed(file, member):
                yield from _member(use, member)
    for use in file.occurrences_of(frozenset(_ATTRIBUTES) - context.defined):
        if is_only_printed(file, use):
            continue
        yield rule.warning(
            use,
            f"{use.name.decode()} answers 64 on gfx9; the port's warps have 32 lanes",
            hint=_HINT,
        )


@rule.check_when(When(warp="native"))
def check_native(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each constant."""
    for start, end in _constants(file.code):
        yield rule.warning(
            (start, end),
            f"{file.code[start:end].decode()} is 32 on every device; gfx9 has wavefronts of 64",
            hint="ask for warpSize in kernels and for hipDeviceProp_t::warpSize on the host",
        )


def _constants(code: bytes) -> Iterator[Span]:
    """Yield the names of macros and constants that are 32 and are called a warp's size."""
    found = [match.span(1) for match in _DEFINED.finditer(code)]
    for match in _CONSTANT.finditer(code):
        if match[2]:
            end = match.start(1) + len(match[1].rstrip(b" \t"))
            found.append((word_start(code, end), end))
    yield from sorted(span for span in found if _WARP_SIZE.search(code, *span))


def _member(use: Use, member: Node | None) -> Iterator[RuleOutput]:
    yield rule.warning(
        use,
        f"the device's {use.name.decode()} is 64 on gfx9; the port's warps have 32 lanes",
        hint=_HINT,
    )
    if member is not None and member.type == "field_expression":
        yield rule.replace(member, b"porter::warp_size", support="warp.hpp")


def _is_assigned(file: SourceFile, use: Use) -> bool:
    at = file.next(use.end)
    return file.code[at : at + 1] == b"=" and file.code[at : at + 2] != b"=="
