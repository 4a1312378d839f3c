"""Files that a build script takes its names from: `exec(open("package/version.py").read())`."""

from __future__ import annotations

import ast


def executed_file(node: ast.expr) -> ast.expr | None:
    """Return the path of the file whose text an expression executes; None for another expression.

    Args:
        node: such as `exec(open("version.py").read(), globals())`, `exec(compile(…, "…", "exec"))`
            or `exec(Path("version.py").read_text())`.
    """
    text = _argument(node, "exec")
    text = _argument(text, "compile") or text
    if not (isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute)):
        return None
    if text.func.attr == "read_text":
        return text.func.value
    return _argument(text.func.value, "open") if text.func.attr == "read" else None


def _argument(node: ast.expr | None, function: str) -> ast.expr | None:
    """Return the first argument of a call of a function; None for anything else."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else None
    name = node.func.id if isinstance(node.func, ast.Name) else name
    return node.args[0] if name == function else None
