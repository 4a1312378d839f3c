"""A Python file as rules see it: names, calls, assignments."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from porter.source.file import SourceFile
from porter.source.once import once_for_each_file

if TYPE_CHECKING:
    from tree_sitter import Node

#: Node types that rules ask for; the rest of the tree is walked and forgotten.
_KEPT = frozenset(
    "call attribute identifier string concatenated_string assignment augmented_assignment "
    "import_statement import_from_statement comparison_operator subscript function_definition "
    "return_statement".split()
)
#: A part of a name that says HIP or ROCm: `IS_HIP`, `torch.version.hip`, `rocm_home`, `HIPCC`.
#: A joint of the body (`left_hip`) does not.
_HIP = re.compile(
    rb"(?i:(?:\A|_)(?:rocm|hipcc|hipify|amdgpu)(?:\Z|_)|is_?(?:hip|rocm)(?:\Z|_))"
    rb"|(?:\A|_)HIP(?:\Z|_)|\Ahip[A-Z]|(?i:(?:\A|_)hip_(?:version|home|path|info)\Z)"
)
_ASKED = re.compile(rb"version\.hip\b|version,[ \t]*['\"]hip['\"]")


@dataclass(frozen=True, slots=True)
class PythonCall:
    """A call.

    Attributes:
        node: the whole call.
        function: what is called.
        name: the last part of what is called, as `get` of `os.environ.get`.
        positional: the positional arguments in order, up to the first `*arguments`.
        keywords: the keyword arguments.
    """

    node: Node
    function: Node
    name: str
    positional: tuple[Node, ...]
    keywords: dict[str, Node]

    def argument(self, position: int, keyword: str = "") -> Node | None:
        """Return an argument given by position or by keyword, or None."""
        if keyword and keyword in self.keywords:
            return self.keywords[keyword]
        return self.positional[position] if 0 <= position < len(self.positional) else None


@dataclass(frozen=True, slots=True)
class Binding:
    """An assignment to a name.

    Attributes:
        target: the name.
        value: what it is bound to; None where it is bound otherwise, as a part of a tuple is.
        added: what `+=` adds to it.
    """

    target: Node
    value: Node | None = None
    added: Node | None = None


class PythonCode:
    """What can be asked of a Python file.

    Args:
        file: the file; its language is Python.
        imports: what names mean, for a piece of a file whose imports stand elsewhere.

    Raises:
        TooLargeToParse: the file is too large for the parser.
    """

    def __init__(self, file: SourceFile, imports: dict[str, frozenset[str]] | None = None) -> None:
        self.file = file
        self._given = imports
        self.root: Node = file.tree.root_node

    @property
    def error(self) -> int | None:
        """Offset of the first place that the grammar does not follow; None when it follows all."""
        return _first_error(self.root) if self.root.has_error else None

    @cached_property
    def _by_type(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {kind: [] for kind in _KEPT}
        cursor = self.root.walk()
        while True:
            node = cursor.node
            if node is not None and node.type in _KEPT:
                found[node.type].append(node)
            if cursor.goto_first_child() or cursor.goto_next_sibling():
                continue
            while cursor.goto_parent():
                if cursor.goto_next_sibling():
                    break
            else:
                return found

    def nodes(self, kind: str) -> list[Node]:
        """Return the nodes of a type, in order of place."""
        return self._by_type[kind]

    @cached_property
    def identifiers(self) -> dict[str, list[Node]]:
        """The file's identifiers by their text."""
        by_text: dict[str, list[Node]] = {}
        for node in self.nodes("identifier"):
            by_text.setdefault(self.text(node), []).append(node)
        return by_text

    def text(self, node: Node) -> str:
        """Return a node as it is written."""
        return self.file.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    @cached_property
    def imports(self) -> dict[str, frozenset[str]]:
        """Name in the file -> the dotted names that an import anywhere in it binds it to."""
        if self._given is not None:
            return self._given
        found: dict[str, set[str]] = {}
        for node in self.nodes("import_statement"):
            for child in node.children_by_field_name("name"):
                module, alias = self._imported(child)
                local = alias or module.partition(".")[0]
                found.setdefault(local, set()).add(module if alias else local)
        for node in self.nodes("import_from_statement"):
            origin = node.child_by_field_name("module_name")
            prefix = self.text(origin) if origin is not None else ""
            for child in node.children_by_field_name("name"):
                name, alias = self._imported(child)
                found.setdefault(alias or name, set()).add(f"{prefix}.{name}")
        return {name: frozenset(meanings) for name, meanings in found.items()}

    def _imported(self, node: Node) -> tuple[str, str]:
        """Return the name that a clause of an import names, and its alias."""
        if node.type != "aliased_import":
            return self.text(node), ""
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        assert name is not None and alias is not None
        return self.text(name), self.text(alias)

    def meanings(self, node: Node | None) -> frozenset[str]:
        """Return the dotted names that an expression may mean, imports followed.

        `cp.RawKernel` is `cupy.RawKernel` where `cp` is imported so. What is no chain of names
        means nothing; a name that no import binds means itself.
        """
        parts: list[str] = []
        while node is not None and node.type == "attribute":
            attribute = node.child_by_field_name("attribute")
            if attribute is None:
                return frozenset()
            parts.append(self.text(attribute))
            node = node.child_by_field_name("object")
        if node is None or node.type != "identifier":
            return frozenset()
        name = self.text(node)
        tail = "".join("." + part for part in reversed(parts))
        return frozenset(meaning + tail for meaning in self.imports.get(name, {name}))

    def means(self, node: Node | None, *names: str) -> bool:
        """Tell whether an expression can only mean one of the dotted `names`."""
        meanings = self.meanings(node)
        return bool(meanings) and meanings <= frozenset(names)

    @cached_property
    def calls(self) -> tuple[PythonCall, ...]:
        """All calls, in order of place."""
        return tuple(self._calls())

    def _calls(self) -> Iterator[PythonCall]:
        for node in self.nodes("call"):
            function = node.child_by_field_name("function")
            arguments = node.child_by_field_name("arguments")
            if function is None or arguments is None or arguments.type != "argument_list":
                continue
            last = function
            if function.type == "attribute":
                last = function.child_by_field_name("attribute") or function
            positional: list[Node] = []
            keywords: dict[str, Node] = {}
            is_unpacked = False
            for child in arguments.named_children:
                if child.type == "keyword_argument":
                    name, value = (
                        child.child_by_field_name("name"),
                        child.child_by_field_name("value"),
                    )
                    if name is not None and value is not None:
                        keywords[self.text(name)] = value
                elif child.type in ("list_splat", "dictionary_splat"):
                    is_unpacked = True
                elif child.type != "comment" and not is_unpacked:
                    positional.append(child)
            yield PythonCall(node, function, self.text(last), tuple(positional), keywords)

    def call_of(self, node: Node) -> PythonCall | None:
        """Return the call that is just `node`, or None."""
        return self._calls_by_place.get((node.start_byte, node.end_byte))

    def calls_in(self, node: Node) -> list[PythonCall]:
        """Return the calls that `node` holds, in order of place."""
        first = bisect_left(self._call_starts, node.start_byte)
        last = bisect_left(self._call_starts, node.end_byte)
        return [call for call in self.calls[first:last] if call.node.end_byte <= node.end_byte]

    @cached_property
    def _call_starts(self) -> list[int]:
        return [call.node.start_byte for call in self.calls]

    @cached_property
    def _calls_by_place(self) -> dict[tuple[int, int], PythonCall]:
        return {(call.node.start_byte, call.node.end_byte): call for call in self.calls}

    @cached_property
    def assigned(self) -> dict[str, list[Binding]]:
        """Name -> the assignments to it; a member stands under its name as written, `self.x`."""
        found: dict[str, list[Binding]] = {}
        for node in self.nodes("assignment"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is None or right is None:
                continue
            if left.type in ("identifier", "attribute"):
                found.setdefault(self.text(left), []).append(Binding(left, right))
            elif left.type in ("pattern_list", "tuple_pattern", "list_pattern"):
                for child in left.named_children:
                    if child.type == "identifier":
                        found.setdefault(self.text(child), []).append(Binding(child))
        for node in self.nodes("augmented_assignment"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None:
                is_sum = any(child.type == "+=" for child in node.children)
                binding = Binding(left, added=right if is_sum else None)
                found.setdefault(self.text(left), []).append(binding)
        return found

    @cached_property
    def knows_hip(self) -> bool:
        """Whether the file itself speaks of HIP or ROCm in its names: it has been ported."""
        return _ASKED.search(self.file.data) is not None or any(
            _HIP.search(name) for name in self.file.names
        )


def literal(code: PythonCode, node: Node | None) -> str | None:
    """Return the text of a plain string without prefix, escape or hole; None for anything else."""
    span = literal_span(code, node)
    if span is None:
        return None
    return code.file.data[span[0] : span[1]].decode("utf-8", "replace")


def literal_span(code: PythonCode, node: Node | None) -> tuple[int, int] | None:
    """Return where the content of such a string lies."""
    if node is None or node.type != "string" or len(node.children) not in (2, 3):
        return None
    start, end = node.children[0], node.children[-1]
    if end.type != "string_end" or b"\\" in code.file.data[start.end_byte : end.start_byte]:
        return None
    prefix = code.text(start).rstrip("'\"").lower()
    if prefix not in ("", "r", "b", "u", "rb", "br") or any(
        child.type == "interpolation" for child in node.children
    ):
        return None
    return start.end_byte, end.start_byte


@once_for_each_file
def python_of(file: SourceFile) -> PythonCode | None:
    """Return what can be asked of a Python file; None when it does not parse, as PYT01 tells."""
    code = PythonCode(file)
    return code if code.error is None else None


def _first_error(node: Node) -> int:
    """Return the offset of the first error in a tree that has one."""
    while not (node.is_error or node.is_missing):
        child = next((one for one in node.children if one.has_error or one.is_missing), None)
        if child is None:
            break
        node = child
    return node.start_byte
