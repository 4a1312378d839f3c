"""What the names of a function's parameters stand for, and those of a method's object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from porter.verify.drafting.argument import plain_name
from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.meanings import Argument, Tensor
from porter.verify.drafting.numpy_arrays import element_dtype
from porter.verify.drafting.space import Space

_GIVEN = r"(?:std::move\(\s*+)?(\w++)\s*+\)?"
#: `: count_(count), x_{std::move(x)}`
_MEMBER = re.compile(rf"[:,]\s*+(\w++)\s*+[({{]\s*+{_GIVEN}\s*+[)}}]")
#: `this->count = count;`
_SET = re.compile(rf"(?<=[;{{}}])\s*+(?:this\s*+->\s*+)?(\w++)\s*+=\s*+{_GIVEN}\s*+(?=;)")


@dataclass(frozen=True)
class Maker:
    """What makes the object of a method.

    Attributes:
        function: the constructor.
        names: its parameters -> what they are called beside the method's.
    """

    function: Function
    names: Mapping[str, str]

    def own(self, known: Mapping[str, object]) -> dict[str, object]:
        """Return what the constructor's parameters stand for.

        Args:
            known: what the parameters of both stand for.
        """
        return {own: known[name] for own, name in self.names.items()}

    def seen_by_methods(self, known: Mapping[str, object]) -> dict[str, object]:
        """Return what names stand for in a method: members hold what the constructor keeps."""
        body = self.function.body
        before = body.prev_named_sibling
        text = self.function.text(body)
        kept = _SET.findall(text)
        if before is not None and before.type == "field_initializer_list":
            kept += _MEMBER.findall(self.function.text(before))
        own = self.own(known)
        return {member: own[given] for member, given in kept if given in own} | {**known}


def parameter_values(function: Function, code: CppCode, space: Space) -> dict[str, object]:
    """Return what a function's parameters stand for, and note what their types say.

    Args:
        function: what is bound.
        code: what the project defines.
        space: what is added to.
    """
    names: dict[str, object] = {}
    for one in function.parameters:
        plain = plain_name(one.name)
        names[one.name] = Tensor(plain) if one.kind == "tensor" else Argument(plain)
        if one.element is not None:  # code reads the memory of arrays as if it were dense
            space.contiguous.add(plain)
            space.allow_dtypes(plain, filter(None, [element_dtype(one.element)]))
        if one.kind == "bool" and plain in code.trapped:
            space.limits(plain).values = (False,)
            space.evidence.setdefault(f"not {plain}", "where kernels trap")
    return names
