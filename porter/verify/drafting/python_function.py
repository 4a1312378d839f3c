"""A Python function with its parameters, and the classes that hold arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple


class PythonParameter(NamedTuple):
    """A parameter.

    Attributes:
        name: as written.
        has_default: it need not be given.
        default: what it is then, where that is a literal.
        annotation: its type, as written.
        note: the comment beside it.
    """

    name: str
    has_default: bool
    default: object
    annotation: str
    note: str = ""

    @property
    def said(self) -> str:
        """What tells of a tensor: the comment beside it, or PyTorch's name of one of its types."""
        is_typed = re.fullmatch(r"torch\.(?:cuda\.)?[A-Z]\w+Tensor", self.annotation)
        return self.note or (self.annotation if is_typed else "")


class Settings(NamedTuple):
    """A class whose objects hold arguments: a NamedTuple or a dataclass.

    Attributes:
        name: of the class.
        fields: what an object is made of.
    """

    name: str
    fields: tuple[PythonParameter, ...]


@dataclass(frozen=True)
class PythonFunction:
    """A function that reaches what is bound.

    Attributes:
        name: its own.
        parameters: in order.
        reaches: names of bound functions, those of the way forward.
        has_gradient: a function of autograd is on the way.
        values: parameter -> the values that the code compares it with.
        place: file and line.
        node: its tree.
        settings: parameter that is an object of a class -> that class, whose fields are among the
            parameters in its place.
    """

    name: str
    parameters: tuple[PythonParameter, ...]
    reaches: tuple[str, ...]
    has_gradient: bool
    values: Mapping[str, tuple[object, ...]]
    place: str
    node: ast.FunctionDef
    settings: Mapping[str, Settings] = field(default_factory=dict)


def fields(owner: ast.ClassDef) -> Iterator[PythonParameter]:
    """Yield the fields of a NamedTuple or a dataclass."""
    for node in owner.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = node.value.value if isinstance(node.value, ast.Constant) else None
            annotation = ast.unparse(node.annotation)
            yield PythonParameter(node.target.id, node.value is not None, value, annotation)


def parameters(
    node: ast.FunctionDef, comments: Mapping[int, str] = MappingProxyType({})
) -> Iterator[PythonParameter]:
    """Yield the parameters of a function.

    Args:
        node: its tree.
        comments: of its file, line -> comment.
    """
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    both = [*zip(positional, defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]  # fmt: skip
    for one, default in both:
        value: object = default.value if isinstance(default, ast.Constant) else None
        if isinstance(default, ast.UnaryOp) and isinstance(default.operand, ast.Constant):
            value = next(literals(default), None)
        annotation = "" if one.annotation is None else ast.unparse(one.annotation)
        note = comments.get(one.end_lineno or 0, "")
        yield PythonParameter(one.arg, default is not None, value, annotation, note)


def literals(node: ast.AST) -> Iterator[object]:
    """Yield the literals that an expression is, or lists."""
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield from (-one for one in literals(node.operand) if isinstance(one, (int, float)))
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        for one in node.elts:
            yield from literals(one)


def way_forward(owner: ast.ClassDef) -> ast.FunctionDef | None:
    """Return the way forward of a function of autograd; None where the class has none."""
    methods = (one for one in owner.body if isinstance(one, ast.FunctionDef))
    return next((one for one in methods if one.name == "forward"), None)
