"""Shapes that authors note beside parameters: `at::Tensor x, // [..., n, 3]`, `x: (B, n, 3) …`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from porter.verify.drafting.argument import plain_name
from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.gradient_shapes import notes_of_gradients
from porter.verify.drafting.kernel_notes import notes_of_kernels
from porter.verify.drafting.space import Slot, Space

_GROUP = re.compile(r"(?<![\w\])])(?P<open>[\[(])(?P<inner>[^\[\]()\n]{1,100})[\])](?![\[(])")
#: What stands between a parameter's description and a shape in parentheses.
_SAYS_SHAPE = re.compile(
    r"(?:^|\b(?:shape|size|tensor|array)s?)(?: is| of| with| =)?[\s:`*]*$", re.I
)
_SIZE = re.compile(
    r"(?P<number>\d{1,6})|(?:(?P<before>\d{1,4}) ?(?P<with>[*+]) ?)?(?P<name>[A-Za-z]\w{0,40})"
    r"(?: ?(?P<sign>\*|//?|\+|-) ?(?P<by>\d{1,4}))?"
)
#: `L * D * C`, of sizes that have names.
_PRODUCT = re.compile(r"[A-Za-z]\w{0,40}(?: ?\* ?[A-Za-z]\w{0,40}){1,4}")
#: Words in brackets that are no sizes: directions, types.
_OTHER = re.compile(
    r"(?:in|out|inout|optional|required|deprecated|default|batched|cuda|cpu|gpu|true|false|none"
    r"|(?:b?float|half|u?int|fp|bf|uchar|bool|byte|char|double|short|long)\d*\w?)",
    re.IGNORECASE,
)


#: `M, IC [float16]`: sizes in front of a type.
_BEFORE_TYPE = re.compile(r"(?P<inner>[^\[\]()\n]{1,100})\[(?P<type>\w{3,12})\]")
_TYPE = re.compile(r"torch\.(?:cuda\.)?(?P<type>\w{3,14})|\[(?P<listed>\w{3,12})\]")
_TYPES = {
    "half": "float16", "fp16": "float16", "float16": "float16", "bfloat16": "bfloat16",
    "bf16": "bfloat16", "float": "float32", "float32": "float32", "fp32": "float32",
    "double": "float64", "float64": "float64", "int": "int32", "int32": "int32",
    "long": "int64", "int64": "int64", "uint8": "uint8", "int8": "int8", "int16": "int16",
    "bool": "bool",
    "IntTensor": "int32", "LongTensor": "int64", "ShortTensor": "int16", "ByteTensor": "uint8",
    "CharTensor": "int8", "BoolTensor": "bool", "HalfTensor": "float16",
    "BFloat16Tensor": "bfloat16", "FloatTensor": "float32", "DoubleTensor": "float64",
}  # fmt: skip


_MOST_GROUPS = 2


class _Noted(NamedTuple):
    """One size: a name times, over and plus numbers; a number alone where the name is "".

    Attributes:
        name: of the size.
        times: what it is multiplied by.
        over: what it is divided by.
        plus: what is added.
        factors: what the size is the product of, where it has no name of its own.
    """

    name: str
    times: int = 1
    over: int = 1
    plus: int = 0
    factors: tuple[str, ...] = ()


class _Shape(NamedTuple):
    """A shape.

    Attributes:
        sizes: in order; None for one that is not followed.
        has_more: any number of dimensions may stand before them.
    """

    sizes: tuple[_Noted | None, ...]
    has_more: bool


def take_comments(function: Function, code: CppCode, space: Space) -> None:
    """Add what comments beside a function's parameters say, as `take_notes` does.

    Args:
        function: whose parameters they are.
        code: what the project defines, with its comments.
        space: what is added to.
    """
    noted = code.notes.get(function.name.rpartition("::")[2], {})
    integers = [plain_name(one.name) for one in function.parameters if one.kind == "int"]
    beside = {
        plain_name(one.name): noted[one.name]
        for one in function.parameters
        if one.kind == "tensor" and one.name in noted
    }
    tensors = [plain_name(one.name) for one in function.parameters if one.kind == "tensor"]
    name = function.name.rpartition("::")[2]
    above = notes_of_kernels(name, tensors, code.notes)
    notes = {**notes_of_gradients(code, tensors), **above, **beside}
    take_notes(notes, space, integers, function.path)


def take_notes(
    notes: Mapping[str, str], space: Space, integers: Collection[str], place: str
) -> None:
    """Add the shapes and types that are noted beside tensors to what checks say, which goes before.

    Args:
        notes: tensor -> what its author wrote beside it.
        space: what is added to.
        integers: parameters that are numbers: a size of the same name is that number.
        place: where the notes stand.
    """
    for name, text in notes.items():
        found = _TYPE.search(text)
        dtype = found and _TYPES.get(found["type"] or found["listed"])
        if dtype and not space.dtypes(name):
            space.allow_dtypes(name, (dtype,))
    shapes = {name: shape for name, text in notes.items() if (shape := _shape(text))}
    # `[...]` stands for as many dimensions everywhere; one where a shape has no size otherwise.
    needs_more = any(
        shape.has_more and not any(one and one.name for one in shape.sizes)
        for shape in shapes.values()
    )
    for tensor, shape in shapes.items():
        sizes = shape.sizes
        if shape.has_more and needs_more:
            sizes = (_Noted("rows"), *sizes)
        known = space.ranks.get(tensor, len(sizes))
        if not sizes or known != len(sizes) or space.at_least.get(tensor, 0) > len(sizes):
            continue
        space.ranks[tensor] = len(sizes)
        space.evidence.setdefault(f"{tensor}: {' '.join(notes[tensor].split())}", place)
        for index, size in enumerate(sizes):
            if size is None:  # computed of others, such as a number of groups
                space.limits(space.size(Slot(tensor, index))).high = _MOST_GROUPS
            else:
                _take(space, space.size(Slot(tensor, index)), size, integers)


def _take(space: Space, slot: Slot, size: _Noted, integers: Collection[str]) -> None:
    """Add what is noted of one size."""
    if size.factors:
        parts = tuple(_named(space, name, integers) for name in size.factors)
        space.compose(slot, "*", parts)
        return
    if not size.name:
        limits = space.limits(slot)
        limits.values = limits.values or (size.plus,)
        return
    named = _named(space, size.name, integers)
    if size.times != 1 or size.over != 1:
        space.scale(slot, named, size.times, size.over)
    elif size.plus:
        space.derived.setdefault(slot, (named, size.plus))
    else:
        space.same_size(named, slot)


def _named(space: Space, name: str, integers: Collection[str]) -> Slot:
    """Return the size of a name, which is no tensor's, for all notes, where no tensor has it."""
    named = space.called(name) or Slot(f"<{name}>", 0)
    space.call_size(named, name)
    if name in integers:
        space.tie(named, name)
    return named


def _shape(text: str) -> _Shape | None:
    """Return the shape in a note; None where there is none."""
    if (plain := _BEFORE_TYPE.match(text.lstrip(" */#"))) and plain["type"] in _TYPES:
        return _read([one.strip() for one in plain["inner"].split(",")])
    for group in _GROUP.finditer(text):
        parts = [one.strip() for one in group["inner"].split(",")]
        shape = _read([one for one in parts if one])
        before = text[: group.start()]
        is_first = not before.strip(" */<!:`")
        has_name = shape is not None and any(one and one.name for one in shape.sizes)
        if shape is None or (not is_first and not has_name and not shape.has_more):
            continue
        if group["open"] == "(" and (len(parts) < 2 or not _SAYS_SHAPE.search(before)):
            continue
        return shape
    return None


def _read(parts: list[str]) -> _Shape | None:
    """Return what stands between brackets as a shape; None where it is something else."""
    sizes: list[_Noted | None] = []
    has_more = bool(parts) and parts[0] in ("...", "*", "…")
    for part in parts[has_more:]:
        found = _SIZE.fullmatch(part)
        if found is None and _PRODUCT.fullmatch(part):
            factors = tuple(one.strip() for one in part.split("*"))
            sizes.append(_Noted("", factors=factors))
            continue
        if found is None and re.fullmatch(r"[\w /*+-]{1,40}", part) and len(parts) > 1:
            sizes.append(None)
            continue
        if found is None or part == "0" or _OTHER.fullmatch(part):
            return None
        sizes.append(_noted(found))
    return _Shape(tuple(sizes), has_more) if sizes or has_more else None


def _noted(found: re.Match[str]) -> _Noted | None:
    name, sign, by = found["name"] or "", found["sign"] or "", int(found["by"] or 1)
    if not name:
        return _Noted("", plus=int(found["number"]))
    before = int(found["before"] or 1)
    if found["with"] == "+":
        return None if sign else _Noted(name, plus=before)
    if sign in ("+", "-") and before == 1:
        return _Noted(name, plus=by if sign == "+" else -by)
    if sign in ("", "*"):
        return _Noted(name, times=before * (by if sign else 1))
    return _Noted(name, over=by) if sign in ("/", "//") and before == 1 and by else None
