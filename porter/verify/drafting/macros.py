"""What a project's macros stand for: those that check, expanded where they are used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.source.text.languages import Language
from porter.source.text.trees import parse
from porter.verify.drafting.cpp_code import CppCode, Function, Macro

if TYPE_CHECKING:
    from tree_sitter import Node

CHECK = re.compile(
    r"(?:TORCH|AT|C10|STD_TORCH)_(?:CHECK|ASSERT|ASSERTM|INTERNAL_ASSERT)(?:_\w++)?$|TORCH_INTERNAL_"
)


@dataclass(frozen=True)
class _Expanded(Function):
    """What a macro stands for; its place is that of its use."""

    used_at: str = ""

    def place(self, node: Node) -> str:
        return self.used_at


def is_check(macro: Macro) -> bool:
    """Tell whether a macro stands for another that checks."""
    words = re.findall(r"\w+", macro.body)
    return any(map(CHECK.match, words[-1:])) or "TORCH_INTERNAL_" in macro.body


def mentions_check(macro: Macro, code: CppCode) -> bool:
    """Tell whether a macro checks something, by itself or by another one."""
    words = re.findall(r"\w+", macro.body)
    return any(CHECK.match(word) for word in words) or any(
        other != macro and any(CHECK.match(word) for word in re.findall(r"\w+", other.body))
        for word in words if (other := code.macros.get(word)) is not None
    )  # fmt: skip


def expanded(
    name: str, macro: Macro, function: Function, arguments: Sequence[Node], used: Node
) -> Function:
    """Return what a macro stands for at a place, as a function without parameters.

    Args:
        name: the macro's.
        macro: what it is.
        function: where it is used.
        arguments: what it is given there.
        used: the call.
    """
    written = _replaced(macro, list(map(function.text, arguments)))
    text = f"void f() {{ {written}; }}".encode()
    tree = parse(Language.CUDA, text)
    return _Expanded(name, (), function.path, tree.root_node, text, (), function.place(used))


def _replaced(macro: Macro, arguments: list[str]) -> str:
    """Return what a macro stands for with its parameters replaced; `#x` is a text."""
    given = dict(zip(macro.parameters, arguments, strict=False))
    rest = ", ".join(arguments[len(macro.parameters) - 1 :])
    if macro.parameters and macro.parameters[-1] == "...":
        given["..."] = given["__VA_ARGS__"] = rest
    text = re.sub(r"#\s*(\w+)", '""', macro.body)
    return re.sub(r"\w+", lambda match: given.get(match[0], match[0]), text)
