"""Which names of a function are variables whose value only the run knows, read in one walk."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from porter.source import SourceFile
from porter.source.once import once_for_each_file

if TYPE_CHECKING:
    from tree_sitter import Node

NAME = re.compile(rb"(?<!\w)[A-Za-z_]\w*+")
_FIXED = re.compile(rb"\b(?:const(?:expr|init)?|static|thread_local|extern)\b")
_UNEVALUATED = re.compile(rb"\b(?:sizeof|alignof|decltype|typeid|noexcept)\b")
_FUNCTIONS = frozenset(("function_definition", "lambda_expression"))
_PARAMETERS = frozenset(("parameter_declaration", "optional_parameter_declaration"))
_INNER = frozenset(
    "pointer_declarator reference_declarator array_declarator init_declarator "
    "parenthesized_declarator attributed_declarator".split()
)
#: Outside of functions.
_FILE = -1


class Declared(NamedTuple):
    """A declaration of variables in a block, none of which is constant or kept.

    Attributes:
        type: its text.
        end: offset behind its semicolon.
        function: where the outermost function around it begins.
    """

    type: bytes
    end: int
    function: int


class RuntimeVariables:
    """What a file declares.

    Args:
        file: of C++ or CUDA.

    Attributes:
        declared: where a variable of a block is named -> its declaration.

    Raises:
        TooLargeToParse: the file has no tree.
    """

    def __init__(self, file: SourceFile) -> None:
        self.declared: dict[int, Declared] = {}
        #: Function and name -> whether each declaration varies, or the names that it is made of.
        self._made_of: dict[tuple[int, bytes], list[bool | frozenset[bytes]]] = defaultdict(list)
        self._known: dict[tuple[int, bytes], bool] = {}
        for node, parent, function in _nodes(file):
            self._add(node, parent, function)

    def varies(self, function: int, name: bytes) -> bool:
        """Tell whether a name is a variable's wherever a function, or else the file, declares it.

        Args:
            function: where it begins.
            name: the name.
        """
        key = (function, name) if (function, name) in self._made_of else (_FILE, name)
        if key not in self._known:
            self._known[key] = False  # for what is made of itself
            made = self._made_of.get(key, [])
            self._known[key] = bool(made) and all(
                one if isinstance(one, bool) else any(self.varies(function, x) for x in one)
                for one in made
            )
        return self._known[key]

    def _add(self, node: Node, parent: str, function: int) -> None:
        if node.type in _PARAMETERS:
            name = _named(node.child_by_field_name("declarator"))
            if name is not None:  # a template's are constants
                is_templates = parent == "template_parameter_list"
                self._made_of[function, name.text or b""].append(not is_templates)
        elif node.type in ("enumerator", "preproc_def"):
            name = node.child_by_field_name("name")
            if name is not None:
                self._made_of[function, name.text or b""].append(False)
        elif node.type == "declaration":
            self._add_variables(node, parent, function)

    def _add_variables(self, node: Node, parent: str, function: int) -> None:
        specifiers = [
            one.text or b""
            for one in node.children
            if one.type in ("type_qualifier", "storage_class_specifier")
        ]
        is_fixed = any(map(_FIXED.search, specifiers))
        is_constant = any(b"constexpr" in one for one in specifiers)
        type_ = node.child_by_field_name("type")
        for one in node.children_by_field_name("declarator"):
            name = _named(one)
            if name is None:
                continue
            value = one.child_by_field_name("value")
            made: bool | frozenset[bytes] = not is_fixed
            if is_fixed and not is_constant and value is not None:
                text = value.text or b""
                made = not _UNEVALUATED.search(text) and frozenset(NAME.findall(text))
            self._made_of[function, name.text or b""].append(made)
            if not is_fixed and parent == "compound_statement" and type_ is not None:
                declared = Declared(type_.text or b"", node.end_byte, function)
                self.declared[name.start_byte] = declared


@once_for_each_file
def runtime_variables(file: SourceFile) -> RuntimeVariables:
    """Return what a file declares; see `RuntimeVariables`."""
    return RuntimeVariables(file)


def _named(node: Node | None) -> Node | None:
    """Return the identifier that a declarator declares; None for a function's and others."""
    while node is not None and node.type in _INNER:
        inner = node.child_by_field_name("declarator")
        node = (
            inner
            or next((one for one in node.named_children if one.type in _INNER), None)
            or (node.named_children[-1] if node.named_children else None)
        )
    return node if node is not None and node.type == "identifier" else None


def _nodes(file: SourceFile) -> Iterator[tuple[Node, str, int]]:
    """Yield each node, the type of that above it, and where the outermost function begins."""
    cursor = file.tree.walk()
    above: list[tuple[str, int]] = [("", _FILE)]
    while True:
        node = cursor.node
        if node is None:
            return
        parent, function = above[-1]
        yield node, parent, function
        if function == _FILE and node.type in _FUNCTIONS:
            function = node.start_byte
        if cursor.goto_first_child():
            above.append((node.type, function))
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            above.pop()
