"""The functions and macros of a project's C++ sources, as a reader of its checks needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.source.text.trees import TooLargeToParse, parse
from porter.verify.drafting.code_arguments import with_lambdas
from porter.verify.drafting.cpp_parameters import (
    Parameter,
    parameter_of,
    template_names,
    with_addresses,
)
from porter.verify.drafting.described import described
from porter.verify.drafting.kernel_notes import kernel_notes
from porter.verify.drafting.named_numbers import named_numbers

if TYPE_CHECKING:
    from tree_sitter import Node

_DEFINE = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^)\n]*)\)((?:[^\\\n]|\\[^\n]?\n?|\\)*)",
    re.MULTILINE,
)
_BOUND = re.compile(
    rb'\.\s*+def\s*+\(\s*+"[^"\n]*+"\s*+,\s*+&?+\s*+(?:\w++::)*+(\w++)'
    rb"|\bclass_\s*+<\s*+(?:\w++::)*+(\w++)"
)
_SCOPED = re.compile(rb"(?<!\w)(\w++)\s*+(?:<[^<>]{0,80}>\s*+)?::\s*+(\w++)$")
_TRAPPED = re.compile(rb"\bif\s*+\(\s*+(\w++)\s*+\)\s*+\{?[^{}]{0,300}?\b__trap\s*+\(")
_CLASSES = frozenset(("class_specifier", "struct_specifier"))
_SCOPES = frozenset(
    "namespace_definition declaration_list template_declaration linkage_specification ERROR "
    "preproc_ifdef preproc_if preproc_else field_declaration_list".split()
)
#: Comments in front of a function that are read.
_MOST_ABOVE = 40
#: Files with a mark of PyTorch's have what is looked for; others are not parsed.
_TORCH = re.compile(
    rb"\b(?:torch|at|c10)::|\bTensor\b|\bpy(?:bind11)?::|\bPYBIND11_MODULE\b|\bTORCH_LIBRARY"
    rb"|\b(?:TORCH|AT|C10)_(?:\w*CHECK|\w*ASSERT|DISPATCH)"  # headers of macros alone
)


class Macro(NamedTuple):
    """A macro with parameters.

    Attributes:
        parameters: their names; the last may be "...".
        body: what it stands for.
    """

    parameters: tuple[str, ...]
    body: str


@dataclass(frozen=True)
class Function:
    """A function with a body.

    Attributes:
        name: without its namespace, with its class.
        parameters: in order.
        path: of its file.
        body: its tree.
        data: the bytes that the tree is of.
        template: names of its template's parameters.
    """

    name: str
    parameters: tuple[Parameter, ...]
    path: str
    body: Node
    data: bytes
    template: tuple[str, ...] = ()

    def text(self, node: Node) -> str:
        """Return what a node of the body says."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def place(self, node: Node) -> str:
        """Return file and line of a node."""
        return f"{self.path}:{node.start_point[0] + 1}"


@dataclass
class CppCode:
    """What a project defines.

    Attributes:
        functions: name -> definitions of that name.
        macros: name -> macro.
        files: the sources that were read.
        notes: function -> parameter -> the comment beside it, in a declaration or a definition.
        constants: macro or enumerator -> the number that it stands for.
        trapped: truth values where which kernels end the program: `if (checked) __trap();`.
    """

    functions: dict[str, list[Function]] = field(default_factory=dict)
    macros: dict[str, Macro] = field(default_factory=dict)
    files: list[SourceFile] = field(default_factory=list)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    trapped: set[str] = field(default_factory=set)

    def function(self, name: str, count: int) -> Function | None:
        """Return the function of a name that takes so many arguments, None if that is no one."""
        named = self.functions.get(name, [])
        fitting = [one for one in named if _takes(one, count)]
        return fitting[0] if fitting else None

    def called(self, text: str, count: int) -> Function | None:
        """Return the function that a call names, as `check<T>` or `Checks::shape`, likewise."""
        *scopes, name = text.partition("<")[0].split("::")
        owned = self.function(f"{scopes[-1]}::{name}", count) if scopes else None
        return owned or self.function(name, count)


def read_cpp(files: Iterable[SourceFile]) -> CppCode:
    """Return the functions and macros of sources; what cannot be parsed is left out."""
    code, listed = CppCode(), list(files)
    bound = _bound_elsewhere(listed)
    for file in listed:
        for named, number in named_numbers(file):
            code.constants.setdefault(named, number)
        code.trapped.update(one.decode() for one in _TRAPPED.findall(file.code))
        for kernel, shapes in kernel_notes(file.data):
            code.notes.setdefault(kernel, {}).update(shapes)
        if not _TORCH.search(file.data) and not (bound and bound.search(file.data)):
            continue
        file = SourceFile(file.path, with_lambdas(file))
        code.files.append(file)
        for name, parameters, body in _DEFINE.findall(file.data):
            text = body.replace(b"\\\n", b"\n").decode("utf-8", "replace")
            names = tuple(word.strip() for word in parameters.decode().split(","))
            code.macros[name.decode()] = Macro(names, text)
        try:
            tree = parse(Language.CUDA, file.data)
        except TooLargeToParse:
            continue
        for owner, node in _definitions(tree.root_node, file.data):
            if node.type == "declaration":
                _take_notes(code, file.data, node)
                continue
            found = _function(file, owner, node)
            if found is not None:
                for name in dict.fromkeys((found.name, _scoped(file.data, node) or found.name)):
                    code.functions.setdefault(name, []).append(found)
                _take_notes(code, file.data, node)
    return code


def function_of(path: str, line: int, text: bytes) -> Function | None:
    """Return a function that is written otherwise in a source, such as a lambda.

    Args:
        path: of the source.
        line: the number of its lines before it.
        text: the function, as C++ defines one.
    """
    file = SourceFile(path, b"\n" * line + text)
    root = parse(Language.CUDA, file.data).root_node
    defined = (one for one in root.named_children if one.type == "function_definition")
    return next((found for one in defined if (found := _function(file, "", one))), None)


def _bound_elsewhere(files: Iterable[SourceFile]) -> re.Pattern[bytes] | None:
    """Return what finds the functions that modules of pybind11 bind; None where there are none.

    One that knows nothing of Python may be in a file without any mark of it.
    """
    modules = (file.data for file in files if b"PYBIND11_MODULE" in file.data)
    names = {name for data in modules for both in _BOUND.findall(data) for name in both if name}
    if not names:
        return None
    return re.compile(rb"\b(?:%b)\s*+\(" % b"|".join(map(re.escape, sorted(names))))


def _take_notes(code: CppCode, data: bytes, node: Node) -> None:
    """Keep the comments beside the parameters of a function."""
    declarator = _declarator(node)
    name = declarator and declarator.child_by_field_name("declarator")
    listed = declarator and declarator.child_by_field_name("parameters")
    if name is None or listed is None:
        return
    called = data[name.start_byte : name.end_byte].decode(errors="replace").rpartition("::")[2]
    names = {parameter_of(data, one).name for one in listed.children
             if one.type.endswith("parameter_declaration")}  # fmt: skip
    for one, text in described(f"{_above(data, node)}\n{_at_the_beginning(data, node)}"):
        for parameter in {one, f"_{one}"} & names:
            code.notes.setdefault(called, {}).setdefault(parameter, text)
    last: Node | None = None
    for child in listed.children:
        if child.type.endswith("parameter_declaration"):
            last = child
        elif child.type == "comment" and last and child.start_point[0] == last.end_point[0]:
            text = data[child.start_byte : child.end_byte].decode(errors="replace")
            code.notes.setdefault(called, {}).setdefault(parameter_of(data, last).name, text)


def _above(data: bytes, node: Node) -> str:
    """Return the comments in front of a function, or of the template that it is."""
    lines: list[str] = []
    is_template = node.parent is not None and node.parent.type == "template_declaration"
    before = node.parent.prev_sibling if is_template and node.parent else node.prev_sibling
    while before is not None and before.type == "comment" and len(lines) < _MOST_ABOVE:
        lines.append(data[before.start_byte : before.end_byte].decode(errors="replace"))
        before = before.prev_sibling
    return "\n".join(reversed(lines))


def _at_the_beginning(data: bytes, node: Node) -> str:
    """Return the comments with which a function's body begins."""
    lines: list[str] = []
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        if child.type != "comment" or len(lines) == _MOST_ABOVE:
            break
        lines.append(data[child.start_byte : child.end_byte].decode(errors="replace"))
    return "\n".join(lines)


def _declarator(node: Node) -> Node | None:
    """Return what a definition or a declaration says of a function; None where it is of none."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    return declarator


def _definitions(node: Node, data: bytes, owner: str = "") -> Iterator[tuple[str, Node]]:
    """Yield definitions and declarations with the class that they are in, "" for none."""
    for child in node.named_children:
        if child.type in ("function_definition", "declaration"):
            yield owner, child
        elif child.type in _CLASSES:
            name = child.child_by_field_name("name")
            called = b"" if name is None else data[name.start_byte : name.end_byte]
            yield from _definitions(child, data, called.decode("utf-8", "replace"))
        elif child.type in _SCOPES:
            yield from _definitions(child, data, owner)


def _function(file: SourceFile, owner: str, node: Node) -> Function | None:
    declarator, body = _declarator(node), node.child_by_field_name("body")
    if declarator is None or body is None:
        return None
    name, listed = (declarator.child_by_field_name(key) for key in ("declarator", "parameters"))
    if name is None or listed is None:
        return None
    data = file.data
    parameters = [parameter_of(data, one) for one in listed.named_children
                  if one.type.endswith("parameter_declaration")]  # fmt: skip
    written = re.search(rb"(?<!\w)\w++$", data[name.start_byte : name.end_byte])
    if written is None:
        return None
    called = written[0].decode("utf-8", "replace")
    scoped = f"{owner}::{called}" if owner else called
    text = data[body.start_byte : body.end_byte].decode("utf-8", "replace")
    listed_parameters = with_addresses(parameters, text)
    return Function(scoped, listed_parameters, file.path, body, data, template_names(data, node))


def _scoped(data: bytes, node: Node) -> str:
    """Return the name of a function that is defined outside of its class, with the class."""
    declarator = _declarator(node)
    name = declarator and declarator.child_by_field_name("declarator")
    written = _SCOPED.search(data[name.start_byte : name.end_byte]) if name is not None else None
    return b"::".join(written.groups()).decode("utf-8", "replace") if written else ""


def _takes(function: Function, count: int) -> bool:
    needed = sum(1 for one in function.parameters if not one.default)
    return needed <= count <= len(function.parameters)
