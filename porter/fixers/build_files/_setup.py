"""What the rules for build scripts in Python share: which files they are for, and their strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers.build_files._flags import Removal
from porter.source import SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.runs import run_start

if TYPE_CHECKING:
    from tree_sitter import Node

_BUILDERS = re.compile(rb"\bcpp_extension\b|\bCUDAExtension\b|\bextra_cuda_cflags\b")
#: A module that makes command lines for nvcc, for a setup.py to run: it names the compiler's file,
#: and the architectures to build for. Code that is compiled while a program runs names neither.
_COMMANDS = (re.compile(rb"\bbin/nvcc\b"), re.compile(rb"-gencode\b|--generate-code\b"))
_OPENER = re.compile(rb"(?<![\w])[rRbBfFuU]{0,2}[\"']\Z")
_COMMA = re.compile(rb"[ \t]*,[ \t]*")
_BLANKS = b" \t\r\n\f\v"
_WORD = re.compile(r"\w+")
_FLAGS = re.compile(r"flags|args|opts|options")


def build_script(file: SourceFile) -> PythonCode | None:
    """Return the script that builds extensions; None for others and for those that know of HIP."""
    is_setup = file.path.rpartition("/")[2] == "setup.py"
    is_builder = is_setup or _BUILDERS.search(file.data)
    if not is_builder and not all(pattern.search(file.data) for pattern in _COMMANDS):
        return None
    code = python_of(file)
    return None if code is None or code.knows_hip else code


def content(code: PythonCode, node: Node) -> tuple[int, int] | None:
    """Return where the content of a string or f-string of one line lies; None for others."""
    if node.type != "string" or len(node.children) < 2:
        return None
    start, end = node.children[0], node.children[-1]
    quotes = code.text(start).lstrip("rRfFuU")
    if end.type != "string_end" or quotes not in ("'", '"'):
        return None
    return start.end_byte, end.start_byte


def _speaks_of_nvcc(name: str) -> bool:
    """Tell whether a name says that flags are for nvcc: `nvcc`, `gencode`, `cuda_flags` …"""
    name = name.lower()
    if "nvcc" in name or "gencode" in name:
        return True
    return any(_FLAGS.search(word.partition("cuda")[2]) for word in _WORD.findall(name))


def are_nvccs(code: PythonCode, node: Node) -> bool:
    """Tell whether the flags in `node` are for nvcc, by the name or key that they are given to."""
    at: Node | None = node
    while at is not None and not at.type.endswith(("_statement", "_definition")):
        name: Node | None = None
        if at.type == "pair":
            name = at.child_by_field_name("key")
        elif at.type == "keyword_argument":
            name = at.child_by_field_name("name")
        elif at.type in ("assignment", "augmented_assignment"):
            name = at.child_by_field_name("left")
        elif at.type == "call":
            name = at.child_by_field_name("function")
        elif at.type == "binary_operator":  # what they are added to
            name = at.child_by_field_name("left")
            name = name if name is not None and name.type in ("identifier", "attribute") else None
        if name is not None and _speaks_of_nvcc(code.text(name)):
            return True
        if at.type == "pair":  # a key says what its value is, whatever the whole is called
            return False
        at = at.parent
    return False


def sequences(code: PythonCode) -> Iterator[list[Node]]:
    """Yield the elements of each list and tuple that holds a string."""
    seen: set[int] = set()
    for node in code.nodes("string"):
        parent = node.parent
        while parent is not None and parent.type in ("binary_operator", "call", "attribute"):
            if parent.type == "call":
                break
            parent = parent.parent
        if parent is None or parent.type not in ("list", "tuple") or parent.id in seen:
            continue
        seen.add(parent.id)
        yield [child for child in parent.named_children if child.type != "comment"]


def appended(code: PythonCode) -> Iterator[list[Node]]:
    """Yield the strings that statements next to one another append to one list."""
    group: list[Node] = []
    before: Node | None = None
    holder = ""
    for call in code.calls:
        statement = call.node.parent
        if (
            call.name != "append"
            or statement is None
            or statement.type != "expression_statement"
            or len(call.positional) != 1
        ):
            continue
        to = code.text(call.function)
        follows = before is not None and before.next_named_sibling == statement and to == holder
        if group and not follows:
            yield group
            group = []
        group.append(call.positional[0])
        before, holder = statement, to
    if group:
        yield group


def statement_of(node: Node) -> Node:
    """Return the statement that a node is part of."""
    at = node
    while at.parent is not None and not at.type.endswith("_statement"):
        at = at.parent
    return at


def from_list(data: bytes, *, keep_comma: bool = False) -> Removal:
    """Return what takes elements out of a list, with the comma behind or before them.

    Args:
        data: the bytes of the file.
        keep_comma: the comma before the last element stays, as a tuple of one needs it.
    """

    def removal(start: int, end: int) -> tuple[int, int]:
        if data[start - 1 : start] in (b'"', b"'"):
            prefix = _OPENER.search(data, max(0, start - 4), start)
            start = prefix.start() if prefix else start - 1
        if data[end : end + 1] in (b'"', b"'"):
            end += 1
        comma = _COMMA.match(data, end)
        if comma is None:
            before = run_start(data, start, _BLANKS)
            has_comma = data[before - 1 : before] == b","
            return (before - 1 + keep_comma if has_comma else start), end
        line = run_start(data, start, b" \t")
        begins = line == 0 or data[line - 1] == 0x0A
        ends = data[comma.end() : comma.end() + 1] in (b"\n", b"\r")
        if begins and ends:
            return line, data.index(b"\n", comma.end()) + 1
        return (line, comma.end()) if ends else (start, comma.end())

    return removal
