"""The texts of a Python file that hold kernels, as `cupy.RawKernel` and `SourceModule` take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from porter.fixers.python._reached import SUPPORT_NAME
from porter.source.file import SourceFile
from porter.source.python.code import python_of
from porter.source.python.literals import Kind
from porter.source.python.texts import text_of
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_KERNEL = b"__global__"
_SUPPORT = SUPPORT_NAME.encode()
_STRINGS = ("string", "concatenated_string")
#: What is filled elsewhere: `%(type)s`, `{{ type }}`, `${type}`.
_FILLED = re.compile(rb"%\(\w++\)[a-z]|\{\{|\$\{?\w|@\w++@")
#: What another file may fill, outside of what C++ quotes or remarks on.
_FILLED_ELSEWHERE = re.compile(
    rb"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|\"(?:[^\"\\\n]++|\\.)*+\"?"
    rb"|'(?:[^'\\\n]++|\\.)*+'?|(%[sdifr]\b|@\w++@|\$\w++)",
    re.DOTALL,
)


class KernelText(NamedTuple):
    """A text with kernels.

    Attributes:
        place: file and line.
        code: the text; empty where a part of it is made while Python runs.
        written: what is written there: without holes, and without support code in front.
    """

    place: str
    code: bytes
    written: bytes


def kernel_texts(path: str, data: bytes) -> list[KernelText]:
    """Return the texts with kernels of a Python file, in order.

    Args:
        path: its name, for messages.
        data: the file.
    """
    code = python_of(SourceFile(path, data, Language.PYTHON)) if _KERNEL in data else None
    if code is None:
        return []
    found, support = [], b""
    for node in _strings(code.root):
        text = text_of(code, node)
        if text is None:
            continue
        around = _beside(node)
        if around == _SUPPORT + b" =":
            support = text.content
        elif _KERNEL in text.content:
            before = support if around == _SUPPORT + b" +" else b""
            has_hole = any(one.kind is Kind.HOLE for one in text.segments)
            is_filled = _FILLED.search(text.content) or _is_filled(node, data)
            is_whole = not (has_hole or is_filled)
            place = f"{path}:{node.start_point[0] + 1}"
            whole = before + text.content if is_whole else b""
            found.append(KernelText(place, whole, text.content))
    return found


def filled_elsewhere(code: bytes) -> str:
    """Return what of a text another file of Python may fill; "" for nothing.

    Only of a text that does not compile as it is: `a %d` is a remainder where there is a `d`.

    Args:
        code: the text.
    """
    found = (match[1] for match in _FILLED_ELSEWHERE.finditer(code))
    return next((one.decode() for one in found if one), "")


def _is_filled(node: Node, data: bytes) -> bool:
    """Tell whether Python fills a text that it writes down: at once, or by the name it gives it."""
    if data[node.end_byte :].lstrip().startswith(b"%"):
        return True
    name, sign, _ = _beside(node).partition(b" =")
    named = rb"(?<![\w.])" + re.escape(name) + rb"[ \t]*+%"
    return bool(sign) and re.search(named, data) is not None


def _beside(node: Node) -> bytes:
    """Return the name that a text is given or added to, with the sign; "" for none."""
    around = node.parent
    if around is None or around.type not in ("assignment", "binary_operator"):
        return b""
    left = around.child_by_field_name("left")
    if left is None or left == node or left.text is None:
        return b""
    return left.text + (b" =" if around.type == "assignment" else b" +")


def _strings(root: Node) -> Iterator[Node]:
    """Yield the outermost strings of a tree, in order."""
    left = [root]
    while left:
        node = left.pop()
        if node.type in _STRINGS:
            yield node
        else:
            left += reversed(node.children)
