"""Lists of whole numbers as arguments: `IntArrayRef` in C++, `Tuple[int, int]` in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from porter.verify.drafting.cpp_parameters import Kind

_SEVERAL = frozenset(
    "Tuple List Sequence Iterable Collection tuple list Size IntArrayRef".split(),
)
_NO_TENSORS = frozenset("Dict Mapping Callable Set dict set device dtype".split())
_ELEMENTS: dict[str, Kind] = {"Tensor": "tensors", "int": "ints"}
_PLAIN: dict[str, Kind] = {
    "Tensor": "tensor", "int": "int", "bool": "bool", "float": "float", "str": "str",
}  # fmt: skip
#: What an element is by the list's name, where nothing else tells.
_USUAL: tuple[tuple[str, tuple[int, ...]], ...] = (
    (r"(?:^|_)(?:kernel|window|filter|patch)(?:$|_)", (3,)),
    (r"(?:^|_)(?:strides?|dilations?|dilated)(?:$|_)", (1, 2)),
    (r"(?:^|_)(?:pads?|paddings?|shifts?)(?:$|_)", (0, 1)),
    (r"(?:^|_)(?:dims?|ax[ei]s)(?:$|_)", (0,)),
    (r"(?:^|_)(?:shape|sizes?|resolution)(?:$|_)", (16, 33)),
)
#: Of one element, where nothing says of how many: the name of a dimension stands for all.
_SINGLE = re.compile(r"(?:^|_)(?:dims?|ax[ei]s)(?:$|_)")


def kind_of_annotation(annotation: str) -> Kind | None:
    """Return what a parameter of Python takes by its annotation; None where that does not say.

    Args:
        annotation: as written; "" for none.
    """
    try:
        node = ast.parse(annotation, mode="eval").body
    except SyntaxError:
        return None
    kinds = list(dict.fromkeys(_kinds(node)))
    plain = [one for one in kinds if one not in ("ints", "tensors")]
    return next(iter(plain or kinds), None)


def length_of(annotation: str) -> int:
    """Return of how many numbers a list is by its annotation; 0 where that does not say."""
    counts = [one for one in re.findall(r"[Tt]uple\[([^\[\]]*)\]", annotation) if "..." not in one]
    return counts[0].count(",") + 1 if counts else 0


def usual_lists(name: str, length: int = 0) -> tuple[object, ...]:
    """Return lists of whole numbers that a parameter of a name may take; empty for none known.

    Args:
        name: the parameter's.
        length: of how many numbers; 0 where that is not known, and two are taken.
    """
    count = length or (1 if _SINGLE.search(name) else 2)
    usual = next((values for pattern, values in _USUAL if re.search(pattern, name)), ())
    return tuple((one,) * count for one in usual)


def literal_of(node: ast.expr) -> object:
    """Return the number, the text or the list of whole numbers that is written; None for another.

    Args:
        node: an expression; lists are tuples.
    """
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (bool, int, float, str)) else None
    if not isinstance(node, (ast.Tuple, ast.List)) or not node.elts:
        return None
    numbers = [one.value if isinstance(one, ast.Constant) else None for one in node.elts]
    is_list = all(isinstance(one, int) and not isinstance(one, bool) for one in numbers)
    return tuple(numbers) if is_list else None


def _kinds(node: ast.expr) -> Iterator[Kind]:
    """Yield what the alternatives of an annotation are."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _kinds(node.left)
        yield from _kinds(node.right)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from filter(None, [kind_of_annotation(node.value)])
        return
    of = node.value if isinstance(node, ast.Subscript) else node
    name = ast.unparse(of).rpartition(".")[2]
    inner = node.slice if isinstance(node, ast.Subscript) else None
    if name in ("Optional", "Union", "Annotated", "Final") and inner is not None:
        parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        for part in parts if name == "Union" else parts[:1]:
            yield from _kinds(part)
    elif name in _SEVERAL:
        elements = inner.elts if isinstance(inner, ast.Tuple) else [inner] if inner else []
        names = {ast.unparse(one).rpartition(".")[2] for one in elements} - {""}  # no `...`
        kinds = {_ELEMENTS.get(one, "other") for one in names}
        is_size = name in ("Size", "IntArrayRef")
        yield "ints" if is_size else next(iter(kinds)) if len(kinds) == 1 else "other"
    elif name in _PLAIN:
        yield _PLAIN[name]
    elif "Tensor" in ast.unparse(node):  # `LongTensor`, `Float[Tensor, "n 3"]`
        yield "tensor"
    elif name in _NO_TENSORS:
        yield "other"
