"""The export of an operator from the `__init__.py` of its package."""

from __future__ import annotations

import ast
import io
from pathlib import Path

from porter.errors import PorterError
from porter.port.operators.own_text import not_python, own_text
from porter.port.operators.package import Package
from porter.source.python.module_names import blocks, module_names
from porter.source.python.syntax import parse_python


def with_export(package: Package, name: str) -> str:
    """Return the text of the package's `__init__.py` with an operator imported and named.

    The import comes behind the last of `.ops` in the block that has the most of them, or last;
    `__all__` gets the name, where it is a list of one name a line. Where it is imported from there
    already, nothing is added.

    Raises:
        PorterError: the file is not Python, or has the name.
    """
    path = package.root / package.name / "__init__.py"
    text = own_text(path)
    try:
        tree = parse_python(text)
        if any(_imports(node, name) for block in blocks(tree) for node in block):
            return text
        names = _names_with_stars(path, text, set())
    except SyntaxError as error:
        raise not_python(error, path) from error
    if name in names:
        raise PorterError(f"has a name {name} already", path=path, hint="choose another name")
    lines = io.StringIO(text, newline="").readlines()  # other characters end no line of Python's
    comment = "  # noqa: E402, F401" if "noqa: E402" in text else "  # noqa: F401"
    added = []
    listed = _all_list(tree)
    if listed is not None and listed.elts:
        last = listed.elts[-1]
        comment = "  # noqa: E402" if "E402" in comment else ""
        indent = _indent(lines, listed.elts[0])
        places = [one.lineno for one in listed.elts if _text(one) > name]
        if listed.elts[0].lineno != listed.lineno:
            at = (places[0] if places else (last.end_lineno or last.lineno) + 1) - 1
            added.append((at, f'{indent}"{name}",\n'))
    anchor = _anchor(tree, lines)
    line, indent = (0, "") if anchor is None else (anchor.end_lineno or 0, _indent(lines, anchor))
    added.append((line, f"{indent}from .ops.{name} import {name}{comment}\n"))
    for at, line_of_code in sorted(added, reverse=True):
        lines.insert(at, line_of_code)
    return "".join(lines)


def _imports(node: ast.stmt, name: str) -> bool:
    """Tell whether a statement is the import of an operator."""
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == f"ops.{name}"
        and any(one.name == name and one.asname is None for one in node.names)
    )


def _names_with_stars(path: Path, text: str, seen: set[Path]) -> set[str]:
    """Return the names of a module, with those of the package's modules that it takes whole.

    Raises:
        SyntaxError: the text is not Python.
    """
    seen.add(path)
    found = set(module_names(text))
    for node in (one for block in blocks(parse_python(text)) for one in block):
        if isinstance(node, ast.ImportFrom) and any(one.name == "*" for one in node.names):
            origin = _module(path, node)
            if origin is not None and origin not in seen:
                found |= _public_names(origin, seen)
    return found


def _public_names(path: Path, seen: set[Path]) -> set[str]:
    """Return what `import *` takes from a module; of one that cannot be read, nothing."""
    try:
        text = own_text(path)
        found = _names_with_stars(path, text, seen)
        listed = _all_list(parse_python(text))
    except (PorterError, SyntaxError):
        return set()  # Python could not import it either
    if listed is not None:
        return {_text(one) for one in listed.elts}
    return {name for name in found if not name.startswith("_")}


def _module(path: Path, node: ast.ImportFrom) -> Path | None:
    """Return the file of a module that is named relative to the one at `path`."""
    if not node.level:
        return None
    folder = path.parents[node.level - 1]
    place = folder.joinpath(*(node.module or "").split("."))
    return next(
        (one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()), None
    )


def _anchor(tree: ast.Module, lines: list[str]) -> ast.stmt | None:
    """Return the statement that the import comes behind; None where there is none.

    A package may import operators under a condition: its own then stand together in one branch,
    and a few optional ones elsewhere.
    """
    of_operators = [
        [one for one in block if _is_of_operators(one) and _starts_line(lines, one)]
        for block in blocks(tree)
    ]
    most = max(of_operators, key=len)
    imports = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    before = most or imports or tree.body[:1]
    return before[-1] if before else None


def _is_of_operators(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and "ops" in (node.module or "").split(".")


def _starts_line(lines: list[str], node: ast.stmt) -> bool:
    return not lines[node.lineno - 1].encode()[: node.col_offset].strip()


def _indent(lines: list[str], node: ast.stmt | ast.expr) -> str:
    """Return the white space in front of the line that a node begins in."""
    line = lines[node.lineno - 1]
    return line[: len(line) - len(line.lstrip())]


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
