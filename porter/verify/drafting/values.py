"""What an expression of C++ stands for, as far as a reader of checks follows it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.dtypes import dtype_of
from porter.verify.drafting.made_tensors import MadeTensors
from porter.verify.drafting.meanings import (
    Argument,
    Count,
    Dense,
    Dtype,
    DtypeName,
    Listed,
    OnDevice,
    Part,
    Present,
    Rank,
    Remainder,
    Scaled,
    Size,
    Sizes,
    Stride,
    Tensor,
)
from porter.verify.drafting.numpy_arrays import SAME
from porter.verify.drafting.roles import OFFSETS
from porter.verify.drafting.space import Slot, Space
from porter.verify.drafting.views import multiplied

if TYPE_CHECKING:
    from tree_sitter import Node


_SAME = (
    frozenset(
        "value contiguous clone detach data get to toType cuda alias unwrap tensor value_or "
        # What a kernel is given of a tensor.
        "data_ptr mutable_data_ptr const_data_ptr packed_accessor packed_accessor32 "
        "packed_accessor64".split()
    )
    | SAME
)
#: Of how many dimensions an array is taken: `x.unchecked<2>()`.
_RANK = re.compile(r"<\s*+(\d)\s*+>\s*+$")
#: The name of what a function of autograd saved for its way back.
SAVED = "saved for the way back"
#: How code names the GPU among devices.
_IS_CUDA = re.compile(r"\bkCUDA\Z|\bDeviceType?::(?:Type::)?CUDA\Z|\bType::CUDA\Z")
_PEELED = frozenset(("parenthesized_expression", "condition_clause", "pointer_expression"))


@dataclass
class Values:
    """Evaluates expressions of a function.

    Attributes:
        space: what is learned of sizes on the way.
        names: what the function's names stand for.
        takes_else: of `a ? b : c` the last is taken, where it is followed.
    """

    space: Space
    names: dict[str, object]
    takes_else: bool = False

    def of(self, function: Function, node: Node | None) -> object:
        """Return what an expression stands for; None where it is not followed."""
        if node is None:
            return None
        if node.type in _PEELED:
            inner = [one for one in node.named_children if one.type != "comment"]
            return self.of(function, inner[0]) if len(inner) == 1 else None
        text = function.text(node)
        if node.type == "identifier":
            known = self.names.get(text)
            return known if known is not None else _dtype(text)
        if node.type in ("number_literal", "string_literal"):
            return _number(text) if node.type == "number_literal" else text.strip('"')
        if node.type in ("true", "false"):
            return node.type == "true"
        if node.type == "qualified_identifier":
            return OnDevice() if _IS_CUDA.search(text) else _dtype(text)
        if node.type in ("initializer_list", "compound_literal_expression"):
            return self._listed(function, node)
        readers = {
            "binary_expression": self._binary, "subscript_expression": self._subscript,
            "call_expression": self._call, "field_expression": self._field,
        }  # fmt: skip
        if node.type in readers:
            found = readers[node.type](function, node)
            if found is None and node.type == "call_expression":
                return MadeTensors(self.space, self.of).made(function, node)
            return found
        if node.type == "conditional_expression":
            ways = [self.of(function, node.child_by_field_name(key))
                    for key in ("consequence", "alternative")]  # fmt: skip
            return ways[self.takes_else] or ways[not self.takes_else]
        return None

    def _listed(self, function: Function, node: Node) -> object:
        if node.type == "compound_literal_expression":
            node = node.named_children[-1]
        return Listed(tuple(self.of(function, one) for one in node.named_children))

    def _binary(self, function: Function, node: Node) -> object:
        left, right = (
            self.of(function, node.child_by_field_name(key)) for key in ("left", "right")
        )
        sign = sign_of(node)
        if sign == "*" and isinstance(left, int):
            left, right = right, left
        if isinstance(right, int) and not isinstance(right, bool):
            if isinstance(left, Size) and not left.plus and sign in ("*", "<<"):
                times = right if sign == "*" else 1 << min(right, 62)
                return Scaled(left.slot, times) if times > 0 else None
            if isinstance(left, Size) and not left.plus and sign in ("/", ">>") and right > 0:
                return Part(left.slot, right if sign == "/" else 1 << min(right, 62))
            if isinstance(left, Size) and sign in ("+", "-"):
                return Size(left.slot, left.plus + (right if sign == "+" else -right))
            if isinstance(left, Rank) and sign in ("+", "-"):
                return Rank(left.name, left.plus + (right if sign == "+" else -right))
            if isinstance(left, int) and sign in ("+", "-", "*", "<<"):
                return {"+": left + right, "-": left - right, "*": left * right,
                        "<<": left << min(right, 62)}[sign]  # fmt: skip
            if sign == "%" and isinstance(left, (Size, Argument)):
                return Remainder(left, right)
        return multiplied((left, right)) if sign == "*" else None

    def _subscript(self, function: Function, node: Node) -> object:
        inside = self.of(function, node.child_by_field_name("argument"))
        indices = node.child_by_field_name("indices")
        index = self.of(function, indices.named_children[0]) if indices else None
        if isinstance(inside, Sizes) and isinstance(index, int):
            return Size(self.space.size(Slot(inside.name, index)))
        if isinstance(inside, Listed) and isinstance(index, int) and index < len(inside.values):
            return inside.values[index]
        return None

    def _call(self, function: Function, node: Node) -> object:
        called, given = (node.child_by_field_name(key) for key in ("function", "arguments"))
        if called is None or given is None:
            return None
        arguments = [one for one in given.named_children if one.type != "comment"]
        if called.type != "field_expression":
            name = function.text(called).rpartition("::")[2]
            same = r"(?:Int|SymInt)ArrayRef|vector|(?:static|reinterpret)_cast|getTensorInfo"
            is_same = len(arguments) == 1 and re.match(same, name)
            return self.of(function, arguments[0]) if is_same else None
        owner = self.of(function, called.child_by_field_name("argument"))
        method = called.child_by_field_name("field")
        name = function.text(method).partition("<")[0] if method is not None else ""
        if name == "get_saved_variables":
            return self.names.get(SAVED)
        if isinstance(owner, OnDevice):
            return owner if name in ("is_cuda", "type") else None
        if isinstance(owner, Dtype):  # `x.type()` tells the device, too
            is_type = name in ("scalarType", "scalar_type", "dtype")
            return OnDevice() if name in ("is_cuda", "device") else owner if is_type else None
        if isinstance(owner, Sizes):
            return owner if name in ("vec", "slice") else None
        if not isinstance(owner, Tensor):
            return None
        index = self.of(function, arguments[0]) if arguments else None
        if name.endswith("unchecked") and (rank := _RANK.search(function.text(called))):
            self.space.ranks.setdefault(owner.name, int(rank[1]))
        return self._of_tensor(owner.name, name, index)

    def _field(self, function: Function, node: Node) -> object:
        """Return what a field of an array's `py::buffer_info`, or of an object, stands for."""
        if (written := function.text(node)).startswith("this->"):
            return self.names.get(written.removeprefix("this->"))
        owner = self.of(function, node.child_by_field_name("argument"))
        if not isinstance(owner, Tensor):
            return None
        fields: dict[str, object] = {
            "ndim": Rank(owner.name), "size": Count(owner.name), "shape": Sizes(owner.name),
            "ptr": owner}  # fmt: skip
        return fields.get(written.rpartition(".")[2])

    def _of_tensor(self, tensor: str, method: str, index: object) -> object:
        """Return what a method of a tensor gives."""
        if isinstance(index, Rank):
            index = self._axis(tensor, index)
        if method in ("size", "shape") and isinstance(index, int):
            return Size(self.space.size(Slot(tensor, index)))
        if method == "stride" and isinstance(index, int):
            self.space.size(Slot(tensor, index))
            return Stride(tensor, index)
        if method in _SAME:
            return Tensor(tensor)
        simple: dict[str, object] = {
            "sizes": Sizes(tensor), "sym_sizes": Sizes(tensor), "dim": Rank(tensor),
            "ndimension": Rank(tensor), "ndim": Rank(tensor), "numel": Count(tensor),
            "size": Count(tensor), "shape": Sizes(tensor),
            "scalar_type": Dtype(tensor), "dtype": Dtype(tensor), "type": Dtype(tensor),
            "options": Dtype(tensor),
            "has_value": Present(tensor), "defined": Present(tensor),
            "is_contiguous": Dense(tensor), "is_cuda": OnDevice(), "device": OnDevice(),
        }  # fmt: skip
        return simple.get(method)

    def _axis(self, tensor: str, number: Rank) -> int | None:
        """Return which dimension of a tensor a number is that is made of some tensor's rank."""
        if number.name == tensor:
            return number.plus if number.plus < 0 else None
        rank = self.space.ranks.get(number.name, 1 if OFFSETS.search(number.name) else None)
        return None if rank is None or rank + number.plus < 0 else rank + number.plus


def sign_of(node: Node) -> str:
    """Return the operator of an expression; "" for another.

    Args:
        node: the expression.
    """
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def _number(text: str) -> int | None:
    digits = re.fullmatch(r"(-?\d+)(?:[uUlL]*|\.0*f?)", text.replace("'", ""))
    return int(digits[1]) if digits else None


def _dtype(text: str) -> DtypeName | None:
    found = dtype_of(text) if "::" in text or re.match(r"k[A-Z]", text) else ""
    return DtypeName(found) if found else None
