"""What a Python module runs itself, and the names that it then has."""

from __future__ import annotations

import ast
import symtable
import warnings
from collections.abc import Iterator

from porter.source.python.syntax import parse_python


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the statements of a module, block by block: its own, and those in `if`, `try`, loops.

    Bodies of functions and classes are none: names that they bind are not the module's.
    """
    due = [tree.body]
    while due:
        block = due.pop(0)
        yield block
        for node in block:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                due += _inner(node)


def module_names(text: str) -> frozenset[str]:
    """Return the names that a module binds, in whatever branch; not those of `import *`.

    Raises:
        SyntaxError: it is not Python.
    """
    parse_python(text)  # which tells everything that is wrong by this error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = symtable.symtable(text, "module", "exec")
    except RecursionError as error:
        raise SyntaxError("nests too deeply") from error
    return frozenset(
        one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported()
    )


def _inner(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for _, value in ast.iter_fields(node):
        if not isinstance(value, list) or not value:
            continue
        if isinstance(value[0], ast.stmt):
            yield value
        elif isinstance(value[0], ast.ExceptHandler | ast.match_case):
            for one in value:
                yield one.body
