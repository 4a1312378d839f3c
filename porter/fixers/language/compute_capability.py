"""Answer choices by compute capability as an NVIDIA device whose features the port has.

## What it does
Where the `major` and `minor` of a device's properties decide something (`prop.major >= 9`,
`prop.major * 10 + prop.minor`), in macros too, they become the numbers that the port
counts as: 8 and 0, or `capability` in porter.toml (`--capability`). Questions for the attribute
(`cudaDevAttrComputeCapabilityMajor`) and `cuDeviceComputeCapability` get the same answer from the
support header `compute_capability.hpp`. A note says so. C files, which cannot read the header, get
the numbers themselves, and a warning for each question. Where the attribute goes another way to
the device (a function of the project's, an array), and for pointers to the members, a warning says
that HIP's answer decides.

## Why
HIP answers with the version of the gfx target: 9.4 for gfx942, 11.0 for gfx1100. Every test for "at
least 9.0" passes there, and the program takes the way for the newest NVIDIA GPUs, whatever that way
needs: tensor memory, clusters, more shared memory than AMD's have.

## What it leaves alone
Numbers that are only printed, which stay the device's own; properties that are written;
comparisons of two devices with one another stay comparisons. With `capability = "device"` nothing
changes, and a warning says what is asked.

## References
HIP, `hipDeviceProp_t::major`; LLVM, AMDGPU processors; CUDA C++ Programming Guide, compute
capabilities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.language._capability_calls import ASKING, ATTRIBUTES, BOTH, deciding_calls
from porter.fixers.language._capability_macros import deciding_numbers
from porter.options import Options
from porter.source import SourceFile
from porter.source.cpp.printing import is_only_printed, is_printed
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span, holds

if TYPE_CHECKING:
    from tree_sitter import Node

_PROPERTIES = re.compile(rb"prop", re.IGNORECASE)
_DECLARED = re.compile(rb"\b(?:cudaDeviceProp|hipDeviceProp_t)\s*+[*&]?+\s*+(\w++)")
_MEMBER = re.compile(
    rb"&[ \t]*+(?:::[ \t]*+)?+(?:cudaDeviceProp|hipDeviceProp_t)::(?:major|minor)\b"
)
_NUMBER = re.compile(rb"\b(?:major|minor)\b")

rule = Rule(
    "LNG30",
    "compute-capability",
    names=(b"major", b"minor", *ATTRIBUTES, BOTH),
    handles=(),
    precedence=Precedence.REMOVAL,
)

EXAMPLES = (
    Example(
        """
        cudaDeviceProp prop;
        if (prop.major >= 9) hopper(); else if (prop.major * 10 + prop.minor >= 80) ampere();
        """,
        """
        #include "porter_compat/compute_capability.hpp"
        cudaDeviceProp prop;
        if (porter::compute_capability<80>::major >= 9) hopper(); else if \
(porter::compute_capability<80>::major * 10 + porter::compute_capability<80>::minor >= 80) ampere();
        """,
        findings=("note",),
    ),
    Example(
        """
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
        return major >= 7;
        """,
        """
        #include "porter_compat/compute_capability.hpp"
        porter::compute_capability<80>::get_attribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
        return major >= 7;
        """,
        findings=("note",),
    ),
    Example(
        "bool fast() { return device_properties(0)->major >= 9; }\n",
        """
        #include "porter_compat/compute_capability.hpp"
        bool fast() { return porter::compute_capability<86>::major >= 9; }
        """,
        options=Options(capability=(8, 6)),
        findings=("note",),
    ),
    Example(
        """
        #define SM(p) ((p).major * 10 + (p).minor)
        #define SHOW(p) printf("%d.%d", (p).major, (p).minor)
        bool fast(cudaDeviceProp it) { return SM(it) >= 90; }
        """,
        """
        #include "porter_compat/compute_capability.hpp"
        #define SM(p) (porter::compute_capability<80>::major * 10 + \
porter::compute_capability<80>::minor)
        #define SHOW(p) printf("%d.%d", (p).major, (p).minor)
        bool fast(cudaDeviceProp it) { return SM(it) >= 90; }
        """,
        findings=("note",),
        title="a macro",
    ),
    Example(
        "bool fast(cudaDeviceProp p) { return p.major >= 9; }\n",
        options=Options(capability=None),
        findings=("warning",),
        title="the device's own answer, by choice",
    ),
    Example(
        """
        if (prop.major >= 9) hopper();
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
        return major * 10 + prop.minor;
        """,
        """
        if (8 >= 9) hopper();
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
        return major * 10 + 0;
        """,
        path="choose.c",
        findings=("note", "warning"),
        title="in C",
    ),
    Example(
        """
        void show(const cudaDeviceProp &prop, Version a) {
          printf("%d.%d", prop.major, prop.minor);
          std::cout << "compute " << prop.major << "." << prop.minor;
          if (a.major >= 9) newer();
        }
        """,
        title="printed, and another major",
    ),
    Example(
        """
        int ask(cudaDeviceAttr what) { int n; cudaDeviceGetAttribute(&n, what, 0); return n; }
        bool fast() { return ask(cudaDevAttrComputeCapabilityMajor) >= 9; }
        int cudaDeviceProp::*newer = &cudaDeviceProp::major;
        """,
        findings=("warning", "warning"),
        title="through a function of the project's, and a pointer to the member",
    ),
)


@rule.check
def report_other_ways(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a warning for the attributes and members that are asked for in another way."""
    asked = [(call.open, call.close) for call in file.calls(*ASKING)]
    for use in file.occurrences_of(ATTRIBUTES - context.defined):
        if holds(asked, use.start) or file.directive_at(use.start) is not None:
            continue
        if not is_only_printed(file, use):
            yield _other_way((use.start, use.end))
    for match in _MEMBER.finditer(file.code):
        yield _other_way(match.span())


def _other_way(span: Span) -> RuleOutput:
    return rule.warning(
        span,
        "the compute capability is asked for in a way that is not followed: HIP answers with the "
        "version of the gfx target, 9.4 for gfx942",
        hint="ask cudaDeviceGetAttribute itself, or for what the number stands for",
    )


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each number that decides something, and one finding for all."""
    numbers = [((node.start_byte, node.end_byte), part) for node, part in _deciding_numbers(file)]
    if _NUMBER.search(file.code):
        numbers += deciding_numbers(file, frozenset(_DECLARED.findall(file.code)))
    calls = list(deciding_calls(file))
    places = sorted((*(span for span, _ in numbers), *calls))
    if not places:
        return
    capability = context.options.capability
    if capability is None:
        yield rule.warning(
            places[0],
            "a choice by compute capability: HIP answers with the version of the gfx target, "
            "9.4 for gfx942",
            hint="ask for what the number stands for, or give --capability 8.0",
            occurrences=len(places),
        )
        return
    major, minor = capability
    if file.path.endswith(".c"):  # which cannot read the header
        for span, part in numbers:
            yield rule.replace(span, str(major if part == b"major" else minor).encode())
        for call in calls:
            yield _other_way(call)
        places = [span for span in places if span not in calls]
        if places:
            yield _note(places, capability)
        return
    answer = b"porter::compute_capability<%d>::" % (10 * major + minor)
    for span, part in numbers:
        yield rule.replace(span, answer + part, support="compute_capability.hpp")
    for start, end in calls:
        asks_both = file.code[start:end] == BOTH
        text = answer + (b"get" if asks_both else b"get_attribute")
        yield rule.replace((start, end), text, support="compute_capability.hpp")
    yield _note(places, capability)


def _note(places: list[Span], capability: tuple[int, int]) -> RuleOutput:
    major, minor = capability
    return rule.note(
        places[0],
        f"a choice by compute capability: the port answers {major}.{minor}, whatever the GPU",
        hint="capability in porter.toml says what it answers",
        occurrences=len(places),
    )


def _deciding_numbers(file: SourceFile) -> Iterator[tuple[Node, bytes]]:
    """Yield the reads of `major` and `minor` of a device's properties that are not printed."""
    if not _NUMBER.search(file.code):
        return
    declared = frozenset(_DECLARED.findall(file.code))
    for name in (b"major", b"minor"):
        for start in file.all_occurrences(name):
            if not file.is_member(start):
                continue
            if file.directive_at(start) is not None:
                continue
            leaf = file.tree.root_node.descendant_for_byte_range(start, start + len(name))
            node = leaf.parent if leaf is not None else None
            if node is None or node.type != "field_expression":
                continue
            of = node.child_by_field_name("argument")
            if of is None or not _is_properties(file, of, declared):
                continue
            if not _is_written(node) and not is_printed(file, node):
                yield node, name


def _is_properties(file: SourceFile, node: Node, declared: frozenset[bytes]) -> bool:
    """Tell whether an expression is a device's properties, by its type or by its name."""
    text = file.code[node.start_byte : node.end_byte]
    return text.strip(b"*()&") in declared or _PROPERTIES.search(text) is not None


def _is_written(node: Node) -> bool:
    """Tell whether an expression is assigned to, or its address taken."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "assignment_expression":
        return parent.child_by_field_name("left") == node
    return parent.type in ("pointer_expression", "update_expression")
