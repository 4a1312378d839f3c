"""Python parsed by Python's own parser, with one error for all that it refuses."""

from __future__ import annotations

import ast
import warnings
from typing import Literal, overload


@overload
def parse_python(source: bytes | str, mode: Literal["exec"] = ...) -> ast.Module: ...


@overload
def parse_python(source: bytes | str, mode: Literal["eval"]) -> ast.Expression: ...


def parse_python(
    source: bytes | str, mode: Literal["exec", "eval"] = "exec"
) -> ast.Module | ast.Expression:
    """Return the syntax tree of a script or an expression.

    Args:
        source: the text, or its bytes in the encoding that they declare.
        mode: what it is.

    Raises:
        SyntaxError: it is not Python, is in no encoding, or nests too deeply for Python.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a file's own escapes do is its own matter
            tree = ast.parse(source, mode=mode)
    except SyntaxError:
        raise
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error) or "nests too deeply") from error
    assert isinstance(tree, ast.Module | ast.Expression)
    return tree
