"""The Python functions that call what an extension binds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from porter.verify.drafting.python_function import way_forward

#: Tests and examples make small tensors of literals, which say nothing of others.
_OF_TESTS = re.compile(r"(?:^|/)(?:tests?|benchmarks?|examples?)(?:/|_)|_test\.py$")


class Caller(NamedTuple):
    """A function that calls another.

    Attributes:
        function: it.
        call: of the other.
        forward: of a function of autograd's way back the way forward; None for others.
    """

    function: ast.FunctionDef
    call: ast.Call
    forward: ast.FunctionDef | None


def callers(
    trees: Iterable[tuple[str, ast.Module]], name: str, owner: str, count: int
) -> Iterator[Caller]:
    """Yield the functions that call a function of an extension.

    Args:
        trees: path and tree of each module.
        name: the function's.
        owner: the module that it is called by, its last word; "" for any.
        count: how many arguments it is given, each by its place.
    """
    for function, forward in _functions(trees):
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or len(call.args) != count or call.keywords:
                continue
            if any(isinstance(one, ast.Starred) for one in call.args):
                continue
            *of, called = ast.unparse(call.func).split(".")
            if called == name and (not owner or of[-1:] == [owner]):
                yield Caller(function, call, forward)


def _functions(
    trees: Iterable[tuple[str, ast.Module]],
) -> Iterator[tuple[ast.FunctionDef, ast.FunctionDef | None]]:
    """Yield functions and methods, those of a way back with the way forward."""
    for path, tree in trees:
        if _OF_TESTS.search(path):
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                yield node, None
            for method in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(method, ast.FunctionDef) and isinstance(node, ast.ClassDef):
                    yield method, way_forward(node) if method.name == "backward" else None
