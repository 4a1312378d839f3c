"""Give device code an `at` that needs no exceptions.

## What it does
In functions for the device, `values.at(i)` becomes `porter::at(values, i)` in files that use
`std::array`: a checked access that throws on the host, as before, and stops the kernel on the
device.

## Why
`std::array::at` throws when the index is out of range. nvcc with `--expt-relaxed-constexpr` lets
device code call it all the same; HIP's compiler reports "reference to __host__ function
'__throw_out_of_range_fmt'".

## What it leaves alone
Host code; `at` of a class that has no subscript, whose own function the support header calls; files
without `std::array`.

## References
libstdc++ `<array>`; nvcc documentation, `--expt-relaxed-constexpr`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("LNG10", "checked-access", names=(b"at",))

_FOR_DEVICE = re.compile(rb"\b(?:__device__|__global__|(?=[A-Z_]*(?:DEV|HD))[A-Z_]++)\b")

EXAMPLES = (
    Example(
        """
        #include <array>
        __device__ float f(std::array<float, 4> const &p) { return p.at(1); }
        """,
        """
        #include "porter_compat/checked_access.hpp"
        #include <array>
        __device__ float f(std::array<float, 4> const &p) { return porter::at(p, 1); }
        """,
    ),
    Example(
        """
        #include <array>
        struct Model {
          __host__ __device__ Model(P const &p) : x{0} {
            x = 2.f * p.poly.at(i + 1) + q->at(0);
          }
          std::array<float, 4> x;
        };
        """,
        """
        #include "porter_compat/checked_access.hpp"
        #include <array>
        struct Model {
          __host__ __device__ Model(P const &p) : x{0} {
            x = 2.f * porter::at(p.poly, i + 1) + porter::at(*q, 0);
          }
          std::array<float, 4> x;
        };
        """,
    ),
    Example(
        """
        #include <array>
        float f(std::array<float, 4> const &p) { return p.at(1); }
        namespace at { __device__ void g() { at::h(1); } }
        """,
        title="host code, and PyTorch's namespace",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the edits for each access in a function for the device."""
    if not any(file.qualifier(start) == b"std" for start in file.occurrences(b"array")):
        return
    wanted = {start for start in file.occurrences(b"at") if file.is_member(start)}
    if not wanted:
        return
    for start in sorted(wanted):
        access = _access(file.tree.root_node.descendant_for_byte_range(start, start + 2))
        if access is None or not _is_for_device(file, access):
            continue
        yield from _replaced(file, access)


def _access(node: Node | None) -> Node | None:
    """Return the call whose function is the member `at` that starts here."""
    field = node.parent if node is not None else None
    call = field.parent if field is not None and field.type == "field_expression" else None
    if call is None or call.type != "call_expression":
        return None
    arguments = call.child_by_field_name("arguments")
    return call if arguments is not None and arguments.named_child_count == 1 else None


def _is_for_device(file: SourceFile, node: Node) -> bool:
    """Tell whether the function around a node is compiled for the device."""
    around = node.parent
    while around is not None:
        body = around.child_by_field_name("body")
        if around.type == "function_definition" and body is not None:
            head = (file.statement_start(around.start_byte), body.start_byte)
            if _FOR_DEVICE.search(file.code, *head):
                return True
        around = around.parent
    return False


def _replaced(file: SourceFile, call: Node) -> Iterator[RuleOutput]:
    field = call.child_by_field_name("function")
    arguments = call.child_by_field_name("arguments")
    target = field.child_by_field_name("argument") if field is not None else None
    if target is None or arguments is None:
        return
    pointer = file.code[target.end_byte : arguments.start_byte].strip().startswith(b"->")
    yield rule.insert(
        target.start_byte, b"porter::at(" + b"*" * pointer, support="checked_access.hpp"
    )
    yield rule.replace((target.end_byte, arguments.start_byte + 1), b", ")
