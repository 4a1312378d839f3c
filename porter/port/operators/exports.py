"""The export of an operator from the `__init__.py` of its package."""

from __future__ import annotations

import ast
import io

from porter.errors import PorterError
from porter.port.operators.package import Package, own_text
from porter.source.python.syntax import parse_python


def with_export(package: Package, name: str) -> str:
    """Return the text of the package's `__init__.py` with an operator imported and named.

    The import comes behind the last of `.ops`, or last; `__all__` gets the name, where it is a list
    of one name a line. Where it is imported from there already, nothing is added.

    Raises:
        PorterError: the file is not Python, or has the name.
    """
    path = package.root / package.name / "__init__.py"
    text = own_text(path)
    try:
        tree = parse_python(text)
    except SyntaxError as error:
        raise PorterError(f"is not Python: {error.msg}", path=path, line=error.lineno) from error
    if any(_imports(node, name) for node in tree.body):
        return text
    if name in _bound(tree):
        raise PorterError(f"has a name {name} already", path=path, hint="choose another name")
    lines = io.StringIO(text, newline="").readlines()  # other characters end no line of Python's
    comment = "  # noqa: E402, F401" if "noqa: E402" in text else "  # noqa: F401"
    listed = _all_list(tree)
    if listed is not None and listed.elts:
        last = listed.elts[-1]
        comment = "  # noqa: E402" if "E402" in comment else ""
        first = lines[listed.elts[0].lineno - 1]
        indent = first[: len(first) - len(first.lstrip())]
        places = [one.lineno for one in listed.elts if _text(one) > name]
        if listed.elts[0].lineno != listed.lineno:
            at = (places[0] if places else (last.end_lineno or last.lineno) + 1) - 1
            lines.insert(at, f'{indent}"{name}",\n')
    lines.insert(_import_line(tree), f"from .ops.{name} import {name}{comment}\n")
    return "".join(lines)


def _imports(node: ast.stmt, name: str) -> bool:
    """Tell whether a statement is the import of an operator."""
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == f"ops.{name}"
        and any(one.name == name and one.asname is None for one in node.names)
    )


def _bound(tree: ast.Module) -> set[str]:
    """Return the names that imports and definitions bind."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {one.asname or one.name for one in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found


def _import_line(tree: ast.Module) -> int:
    """Return the line behind the last import of operators, or of anything."""
    imports = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    of_operators = [
        one for one in imports if isinstance(one, ast.ImportFrom) and "ops" in (one.module or "")
    ]
    before = of_operators or imports or tree.body[:1]
    return (before[-1].end_lineno or 0) if before else 0


def _all_list(tree: ast.Module) -> ast.List | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            names = [one.id for one in node.targets if isinstance(one, ast.Name)]
            if names == ["__all__"]:
                return node.value
    return None


def _text(node: ast.expr) -> str:
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) else ""
