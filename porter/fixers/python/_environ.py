"""Where a Python file reads and sets environment variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.source.python.code import PythonCode, literal

if TYPE_CHECKING:
    from tree_sitter import Node

_READS = frozenset(("get", "pop", "__getitem__", "__contains__", "__delitem__"))
_SETS = frozenset(("setdefault", "__setitem__"))


@dataclass(frozen=True, slots=True)
class Access:
    """A mention of an environment variable by a literal name.

    Attributes:
        name: the string with the variable's name.
        is_set: the variable gets a value.
        value: what it is set to, or what stands for it where it is not set; None for nothing.
    """

    name: Node
    is_set: bool
    value: Node | None = None


def accesses(code: PythonCode) -> Iterator[Access]:
    """Yield each access to the environment, or to a copy of it, whose variable is a literal."""
    for access in (*_calls(code), *_subscripts(code), *_tests(code)):
        if literal(code, access.name) is not None:
            yield access


def _calls(code: PythonCode) -> Iterator[Access]:
    for call in code.calls:
        first = call.argument(0, "key")
        if code.means(call.function, "os.getenv", "os.unsetenv"):
            if first is not None:
                yield Access(first, False, call.argument(1, "default"))
        elif code.means(call.function, "os.putenv"):
            if first is not None:
                yield Access(first, True, call.argument(1))
        elif call.function.type == "attribute" and is_environment(
            code, call.function.child_by_field_name("object")
        ):
            if call.name == "update":
                if first is not None and first.type == "dictionary":
                    yield from _displayed(first)
            elif first is not None and call.name in _READS | _SETS:
                yield Access(first, call.name in _SETS, call.argument(1, "default"))
        if "env" in call.keywords and call.keywords["env"].type == "dictionary":
            yield from _displayed(call.keywords["env"])


def _displayed(dictionary: Node) -> Iterator[Access]:
    """Yield the variables that `{"NAME": value}` sets."""
    for pair in dictionary.named_children:
        if pair.type == "pair":
            key = pair.child_by_field_name("key")
            if key is not None:
                yield Access(key, True, pair.child_by_field_name("value"))


def _subscripts(code: PythonCode) -> Iterator[Access]:
    for node in code.nodes("subscript"):
        keys = node.children_by_field_name("subscript")
        if len(keys) != 1 or not is_environment(code, node.child_by_field_name("value")):
            continue
        parent = node.parent
        is_set = (
            parent is not None
            and parent.type == "assignment"
            and parent.child_by_field_name("left") == node
        )
        value = parent.child_by_field_name("right") if is_set and parent is not None else None
        yield Access(keys[0], is_set, value)


def _tests(code: PythonCode) -> Iterator[Access]:
    for node in code.nodes("comparison_operator"):
        operands = node.named_children
        operators = [child.type for child in node.children if not child.is_named]
        if (
            len(operands) == 2
            and operators in (["in"], ["not in"])
            and is_environment(code, operands[1])
        ):
            yield Access(operands[0], False)


def is_environment(code: PythonCode, node: Node | None) -> bool:
    """Tell whether an expression is the environment, or a name that only ever is a copy of it."""
    if code.means(node, "os.environ"):
        return True
    if node is None or node.type != "identifier":
        return False
    values = [binding.value for binding in code.assigned.get(code.text(node), ())]
    return bool(values) and all(value is not None and _is_copy(code, value) for value in values)


def _is_copy(code: PythonCode, node: Node) -> bool:
    """Tell whether an expression copies the environment, as `os.environ.copy()` does."""
    if code.means(node, "os.environ"):
        return True
    if node.type == "dictionary":
        return any(
            child.type == "dictionary_splat" and code.means(child.named_children[0], "os.environ")
            for child in node.named_children
        )
    call = code.call_of(node)
    if call is None:
        return False
    inner = call.argument(0)
    if code.means(call.function, "os.environ.copy"):
        return True
    return code.means(call.function, "dict", "copy.copy", "copy.deepcopy") and code.means(
        inner, "os.environ"
    )
