"""The parameters of C++ functions, and what each takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from porter.verify.drafting.numpy_arrays import element_of

if TYPE_CHECKING:
    from tree_sitter import Node

#: Types of C++ that hold an address and are none of Python's other numbers.
_ADDRESSES = frozenset(("uintptr_t", "intptr_t"))
_REINTERPRETED = re.compile(
    r"\breinterpret_cast\s*+<\s*+(?:const\s++)?+(\w[\w: ]{0,60}?)\s*+(?:const\s*+)?\*\s*+>"
    r"\s*+\(\s*+(\w++)\s*+\)"
)
_CAST = re.compile(r"\(\s*+(?:const\s++)?+(\w[\w: ]{0,60}?)\s*+\*\s*+\)\s*+(\w++)")
#: A pointer of C++'s, and what it is to.
_POINTER = re.compile(r"\b(?:shared|unique)_ptr\s*+<([\w:\s]{0,80}+)>")
Kind = Literal["tensor", "tensors", "lists", "int", "ints", "float", "bool", "str", "other"]


class Parameter(NamedTuple):
    """A parameter of a function.

    Attributes:
        name: as written.
        kind: what it takes.
        is_optional: it may be empty.
        is_written: it is a tensor that the function may write to, by its type.
        default: what it is when it is not given, as C++; "" for none.
        type: the last name of its type, where that is of the project: "Mode" of `ops::Mode`.
        element: of an array of NumPy's, which counts as a tensor, or behind an address; "" where
            it takes any, None for another parameter.
        is_address: it is a number that the function takes for a pointer.
    """

    name: str
    kind: Kind
    is_optional: bool = False
    is_written: bool = False
    default: str = ""
    type: str = ""
    element: str | None = None
    is_address: bool = False


def kind_of(type_: str) -> Kind:
    """Return what a type of C++ takes.

    Args:
        type_: as it is written.
    """
    bare = re.sub(r"\b(?:const|std|at|torch|c10|autograd)\b|::|[&*\s]", "", type_)
    inner = re.sub(r"^optional<(.*)>$", r"\1", bare)
    if inner in ("Tensor", "Variable"):
        return "tensor"
    if inner in ("vector<Tensor>", "TensorList", "ArrayRef<Tensor>"):
        return "tensors"
    if re.fullmatch(r"(?:vector|ArrayRef)<(?:vector<Tensor>|TensorList|ArrayRef<Tensor>)>", inner):
        return "lists"
    if inner in ("IntArrayRef", "vector<int64_t>", "vector<int>"):
        return "ints"
    if "*" not in type_:
        if re.fullmatch(r"u?int(?:\d+_t)?|unsigned|long|longlong|(?:py)?s?size_t|SymInt", inner):
            return "int"
        if inner in ("float", "double"):
            return "float"
        if inner == "bool":
            return "bool"
        if inner in ("string", "string_view"):
            return "str"
    return "other"


def parameter_of(data: bytes, node: Node) -> Parameter:
    """Return what a function's declaration says of a parameter.

    Args:
        data: what the tree is of.
        node: the parameter's declaration.
    """

    def text(part: Node | None) -> str:
        return (
            "" if part is None else data[part.start_byte : part.end_byte].decode(errors="replace")
        )

    declarator = node.child_by_field_name("declarator")
    default = text(node.child_by_field_name("default_value"))
    written = text(declarator)
    name = re.search(r"(?<!\w)\w++$", written)
    end = declarator.start_byte if declarator is not None else node.end_byte
    type_ = data[node.start_byte : end].decode(errors="replace").strip()
    kind = kind_of(type_ + ("*" if "*" in written else ""))
    element = element_of(type_)
    kind = kind if element is None else "tensor"
    is_const = re.match(r"const\b", type_) is not None
    return Parameter(
        name[0] if name else "",
        kind,
        "optional<" in type_,
        kind == "tensor" and "&" in written and not is_const,
        default,
        _last_name(type_) if kind == "other" else "",
        element,
    )


def _last_name(type_: str) -> str:
    """Return the last name of a type, or of what a pointer of C++'s is to."""
    pointer = _POINTER.search(type_)
    is_to = pointer is not None and not type_[pointer.end() :].strip("& \t\n")
    bare = pointer[1] if pointer is not None and is_to else type_
    return re.split(r"\W", bare.rstrip("&* \t\n"))[-1]


def with_addresses(parameters: Iterable[Parameter], body: str) -> tuple[Parameter, ...]:
    """Return the parameters of a function; those that it takes for pointers are tensors.

    Python gives what `x.data_ptr()` is: `reinterpret_cast<const float *>(x)`.

    Args:
        parameters: as their types have them.
        body: of the function.
    """
    pointers = {name: element for element, name in _REINTERPRETED.findall(body)}
    pointers |= {name: element for element, name in _CAST.findall(body)}
    return tuple(
        one._replace(kind="tensor", element=pointers[one.name], type="", is_address=True)
        if one.name in pointers and (one.kind == "int" or one.type in _ADDRESSES)
        else one
        for one in parameters
    )


def template_names(data: bytes, node: Node) -> tuple[str, ...]:
    """Return the names of the parameters of the template that a function is; none for another.

    Args:
        data: what the tree is of.
        node: the function's definition.
    """
    around = node.parent
    if around is None or around.type != "template_declaration":
        return ()
    listed = around.child_by_field_name("parameters")
    given = listed.named_children if listed is not None else []
    return tuple(data[one.start_byte : one.end_byte].decode(errors="replace").split()[-1]
                 for one in given)  # fmt: skip
