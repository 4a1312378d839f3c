"""What the use of a tensor tells of its shape, where no check does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.made_tensors import FUNCTIONS
from porter.verify.drafting.meanings import Size, Tensor
from porter.verify.drafting.space import Slot, Space
from porter.verify.drafting.values import Values

if TYPE_CHECKING:
    from tree_sitter import Node

#: A type of CUDA's that holds several numbers, and a pointer to such.
_VECTORS = re.compile(
    r"\b(?:u?(?:char|short|int|long|longlong)|float|double)([2-4])\s*(?:const\s*)?\*"
)
_CAST = re.compile(r"(?:reinterpret_cast|static_cast)\s*<")
#: The end of an index: an element of a row.
_ROW = re.compile(r"\*\s*+([2-4])\s*+\+\s*+(\w++)\s*+$")
#: Functions by whose second argument a number grows beyond all memory.
_POWER = re.compile(r"(?:std::)?powf?")
_LARGEST_EXPONENT = 3

#: What gives a tensor to kernels. `data<T>()` is what `data_ptr<T>()` was before PyTorch 1.3.
POINTER = re.compile(r"(?:mutable_|const_)?data_ptr|data\b|accessor|packed_accessor(?:32|64)?")


def accessed(function: Function, argument: Node, code: CppCode) -> Node:
    """Return what a macro of the project's makes an accessor of; another argument itself.

    Args:
        function: where it is.
        argument: what a kernel is given.
        code: what the project defines.
    """
    called, given = (argument.child_by_field_name(key) for key in ("function", "arguments"))
    macro = None if called is None else code.macros.get(function.text(called))
    if macro is None or given is None or not POINTER.search(macro.body):
        return argument
    return next(iter(given.named_children), argument)


def note_use(function: Function, node: Node, values: Values) -> None:
    """Take on what an expression tells: a size that is asked for, vectors, an exponent.

    Args:
        function: that it is in.
        node: the expression.
        values: what the function's names stand for, with what is known of their shapes.
    """
    if node.type == "cast_expression":
        type_, given = (node.child_by_field_name(key) for key in ("type", "value"))
        if type_ is not None:
            _vectors(function.text(type_), values.of(function, given), values.space)
    elif node.type == "subscript_expression":
        values.of(function, node)  # a tensor has a dimension that is asked for
    elif node.type == "call_expression":
        _call(function, node, values)


def note_rows(kernel: Function, parameter: str, tensor: str, space: Space) -> None:
    """Take on that a kernel reads a tensor in rows: `points[i * 3 + 0]` to `points[i * 3 + 2]`.

    They are the last dimension, behind those of which the code in front asks for the size.

    Args:
        kernel: that is launched.
        parameter: what it calls the tensor.
        tensor: its name where the kernel is launched.
        space: what is added to.
    """
    read = re.compile(rf"\b{re.escape(parameter)}\s*+\[([^\[\]]{{1,120}})(\])?")
    places: dict[int, set[str]] = {}
    for place, _ in (found := read.findall(kernel.text(kernel.body))):
        for length, element in _ROW.findall(place):
            places.setdefault(int(length), set()).add(element)
    whole = [length for length, them in places.items() if {*map(str, range(1, length))} <= them]
    if not whole and all(end and _ROW.search(place) for place, end in found):  # copied in a loop
        whole = [*places]
    asked = space.ranks.get(tensor) or space.at_least.get(tensor, 0)
    if len(whole) != 1 or not asked:  # of which no size is asked, it is taken for another's fellow
        return
    rank = space.ranks.get(tensor) or asked + 1
    space.ranks[tensor] = rank
    limits = space.limits(space.size(Slot(tensor, rank - 1)))
    limits.values = limits.values or (whole[0],)
    space.evidence.setdefault(f"{tensor} is read in rows of {whole[0]}", f"in {kernel.name}")


def _call(function: Function, node: Node, values: Values) -> None:
    called, given = (node.child_by_field_name(key) for key in ("function", "arguments"))
    if called is None or given is None:
        return
    text = function.text(called)
    arguments = given.named_children
    if called.type == "field_expression" or text.rpartition("::")[2] in FUNCTIONS:
        values.of(function, node)
    elif _CAST.match(text) and len(arguments) == 1:
        _vectors(text, values.of(function, arguments[0]), values.space)
    elif _POWER.fullmatch(text) and len(arguments) == 2:
        _power(function, arguments[1], values)


def _vectors(type_: str, owner: object, space: Space) -> None:
    """Take on that a tensor is read as vectors of 2 to 4 numbers: along its last dimension."""
    found = _VECTORS.search(type_)
    if found is None or not isinstance(owner, Tensor):
        return
    length = int(found[1])
    rank = space.ranks.get(owner.name, 0)
    if rank == 0 and space.at_least.get(owner.name, 0) < 2:
        space.ranks[owner.name] = rank = 2
        space.limits(space.size(Slot(owner.name, 1))).values = (length,)
    else:
        last = rank or space.at_least[owner.name]
        limits = space.limits(space.size(Slot(owner.name, last - 1)))
        limits.multiple = max(limits.multiple, length)


def _power(function: Function, exponent: Node, values: Values) -> None:
    """Keep a size small that is an exponent, such as a number of dimensions."""
    number, space = values.of(function, exponent), values.space
    if isinstance(number, Size):
        limits = space.limits(number.slot)
        high = _LARGEST_EXPONENT - number.plus
        limits.high = high if limits.high is None else min(limits.high, high)
        text = f"{function.text(exponent)} is an exponent"
        space.evidence.setdefault(text, function.place(exponent))
