"""Which arguments of a kernel must hold numbers that do not fall: it asserts so in device code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_ASSERTS = frozenset(("assert", "CUDA_KERNEL_ASSERT", "CUDA_ASSERT", "GPU_ASSERT"))
_ORDERS = frozenset(("<", "<=", ">", ">="))
_SOURCES = {"init_declarator": ("declarator", "value"), "assignment_expression": ("left", "right")}


def in_order(kernel: Function) -> frozenset[int]:
    """Return the places of parameters of which two numbers are compared by order and asserted.

    A number is a parameter's when it is computed of it and of no other: what `assert(i <= next)`
    compares then are two elements of one array.
    """
    origins = _origins(kernel)
    found = set[int]()
    for node in _all(kernel.body):
        if node.type != "call_expression":
            continue
        called, given = (node.child_by_field_name(key) for key in ("function", "arguments"))
        if called is None or given is None or kernel.text(called) not in _ASSERTS:
            continue
        for test in given.named_children:
            sides = [test.child_by_field_name(key) for key in ("left", "right")]
            sign = test.child_by_field_name("operator")
            if sign is None or sign.type not in _ORDERS or None in sides:
                continue
            left, right = (_mentioned(kernel, one, origins) for one in sides if one is not None)
            if left == right and len(left) == 1:
                found |= left
    return frozenset(found)


def _origins(kernel: Function) -> dict[str, frozenset[int]]:
    """Return of which parameters each name is computed, through any number of others."""
    origins: dict[str, frozenset[int]] = {
        one.name: frozenset((at,)) for at, one in enumerate(kernel.parameters) if one.name
    }
    made = list(_made(kernel))
    for _ in made:  # a name may be made of one that is made further down, in a loop
        before = dict(origins)
        for name, value in made:
            origins[name] = frozenset(origins.get(name, ())) | _mentioned(kernel, value, origins)
        if origins == before:
            break
    return origins


def _made(kernel: Function) -> Iterator[tuple[str, Node]]:
    """Yield each name that is given a value, and the value."""
    for node in _all(kernel.body):
        if node.type in _SOURCES:
            named, value = (node.child_by_field_name(key) for key in _SOURCES[node.type])
            if named is not None and value is not None:
                yield kernel.text(named), value


def _mentioned(kernel: Function, node: Node, origins: dict[str, frozenset[int]]) -> frozenset[int]:
    names = (kernel.text(one) for one in _all(node) if one.type == "identifier")
    return frozenset(at for name in names for at in origins.get(name, ()))


def _all(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(one.named_children)
