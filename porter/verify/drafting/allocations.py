"""What Python makes a tensor of: `torch.zeros(b, n, dtype=torch.int32) - 1`, `x.new_empty(n)`."""

from __future__ import annotations

import ast
from typing import NamedTuple

#: Function -> the number that it fills a tensor with; None for what happens to be there.
_MADE = {"zeros": 0, "ones": 1, "empty": None, "full": None}
_FORMS = {"new": None} | {f"{before}{name}{after}": number for name, number in _MADE.items()
          for before, after in (("", ""), ("", "_like"), ("new_", ""))}  # fmt: skip
#: Classes that make a tensor of sizes, on the host or the device.
_CLASSES = {
    "FloatTensor": "float32", "DoubleTensor": "float64", "HalfTensor": "float16",
    "IntTensor": "int32", "LongTensor": "int64", "ShortTensor": "int16", "ByteTensor": "uint8",
    "CharTensor": "int8", "BoolTensor": "bool",
}  # fmt: skip
#: Methods that give a tensor of other numbers, and those that give the same ones elsewhere.
_CASTS = {"int": "int32", "long": "int64", "float": "float32", "half": "float16",
          "double": "float64", "bool": "bool"}  # fmt: skip
_SAME = frozenset(("contiguous", "cuda", "to", "detach", "requires_grad_", "clone"))
_DTYPES = frozenset((*_CLASSES.values(), "bfloat16"))


class Allocation(NamedTuple):
    """A tensor that is made.

    Attributes:
        sizes: the expressions of its sizes; None where it has the shape of `like`.
        like: the tensor whose shape it has; None for none.
        typed: the tensor whose type it has; None where `dtype` says it, or nothing does.
        dtype: its type; "" where nothing says it, or `typed`.
        filler: the whole number that it is filled with; None where nothing tells.
    """

    sizes: tuple[ast.expr, ...] | None
    like: ast.expr | None
    typed: ast.expr | None
    dtype: str
    filler: int | None


def same_tensor(node: ast.expr) -> ast.expr:
    """Return what `x.contiguous().cuda()`, `Variable(x)` and `x.data` are a tensor of."""
    while True:
        if isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        elif (inner := _of_variable(node)) is not None:
            node = inner
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and (node.func.attr in _SAME or node.func.attr in _CASTS)
        ):
            node = node.func.value
        else:
            return node


def allocation(node: ast.expr) -> Allocation | None:
    """Return the tensor that an expression makes; None where it makes none."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        found, number = allocation(node.left), whole(node.right)
        if found is None or found.filler is None or number is None:
            return None
        sign = 1 if isinstance(node.op, ast.Add) else -1
        return found._replace(filler=found.filler + sign * number)
    if (inner := _of_variable(node)) is not None:
        return allocation(inner)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    name, owner = node.func.attr, node.func.value
    if name in _SAME or name in _CASTS or name in ("zero_", "fill_"):
        found = allocation(owner)
        if found is None or name in _SAME:
            return found
        if name in _CASTS:
            return found._replace(dtype=_CASTS[name], typed=None)
        return found._replace(filler=whole(node.args[0]) if node.args else 0)
    if name in _CLASSES:
        return Allocation(_listed(node.args), None, None, _CLASSES[name], None)
    if name not in _FORMS or not node.args:
        return None
    return _of_form(name, node, owner)


def whole(node: ast.expr) -> int | None:
    """Return the whole number that an expression is; None for any other."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = whole(node.operand)
        return None if number is None else -number
    is_whole = isinstance(node, ast.Constant) and type(node.value) is int
    return int(str(node.value)) if is_whole and isinstance(node, ast.Constant) else None


def _of_variable(node: ast.expr) -> ast.expr | None:
    """Return the tensor of `Variable(x)`, which older code wraps tensors in; None for others."""
    is_one = isinstance(node, ast.Call) and len(node.args) == 1
    if is_one and isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Variable"):
        return node.args[0]
    return None


def _of_form(name: str, node: ast.Call, owner: ast.expr) -> Allocation:
    """Return what `torch.zeros`, `torch.zeros_like`, `x.new_zeros` and `x.new` make."""
    words = {word.arg: word.value for word in node.keywords}
    filler, given, of = _FORMS[name], node.args, words.get("dtype")
    if "full" in name:
        filler, given = (whole(given[1]) if len(given) > 1 else None), given[:1]
    is_like, is_new = name.endswith("_like"), name.startswith("new")
    dtype, typed = _named(of), None
    if isinstance(of, ast.Attribute) and of.attr == "dtype":
        typed = of.value
    elif of is None and (is_like or is_new):
        typed = given[0] if is_like else owner
    elif of is None:
        dtype = "float32"
    shaped = given[0] if is_like else _whole_shape(given[0]) if len(given) == 1 else None
    sizes = None if shaped is not None else _listed(given)
    return Allocation(sizes, shaped, typed, dtype, filler)


def _whole_shape(node: ast.expr) -> ast.expr | None:
    """Return the tensor of `x.shape` and `x.size()`; None for other expressions."""
    if isinstance(node, ast.Call) and not node.args:
        node = node.func
    is_shape = isinstance(node, ast.Attribute) and node.attr in ("shape", "size")
    return node.value if is_shape and isinstance(node, ast.Attribute) else None


def _listed(given: list[ast.expr]) -> tuple[ast.expr, ...] | None:
    first = given[0] if given else None
    sizes = first.elts if isinstance(first, (ast.Tuple, ast.List)) and len(given) == 1 else given
    return None if any(isinstance(one, ast.Starred) for one in sizes) else tuple(sizes)


def _named(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) and node.attr in _DTYPES else ""
