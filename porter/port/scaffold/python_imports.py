"""Redirects Python code from PyTorch's CUDA builders to the port's own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter

from porter.source.python.syntax import parse_python
from porter.source.text.splice import Change, spliced
from porter.tables.cmake import cmake_table

#: See `redirect`.
OF_NAMESPACE = "./"
_BUILDERS_MODULE = "torch.utils.cpp_extension"
#: What of PyTorch's converts sources when PyTorch is built for ROCm -> what does it without.
_BUILDERS = {"CUDAExtension": "HIPExtension", "load": "load"}
_ARCHS = b"TORCH_CUDA_ARCH_LIST"
_ROCM_ARCHS = b"PYTORCH_ROCM_ARCH"
#: The list of architectures that a script gives the variable.
_ARCH_LIST = re.compile(
    rb"""TORCH_CUDA_ARCH_LIST["']\s*(?:,|\]\s*=)\s*(["'])(\d+\.\d[\d.;+ aPTX]*)\1"""
)
#: Two compute capabilities of a list, with which a script compares the answer (BLD21).
_CAPABILITIES = re.compile(
    rb"""[\[{(]\s*+["']\d{1,2}+\.\d["']\s*+,\s*+["']\d{1,2}+\.\d(?:\+PTX)?+["']"""
)


@dataclass(frozen=True)
class Redirected:
    """A Python file that asks the port's own module for its builders.

    Args:
        data: its bytes.
        uses: the builders it asks for: "HIPExtension", "load".
    """

    data: bytes
    uses: frozenset[str]


def redirect(data: bytes, module: str, *, beside: str = "") -> Redirected | None:
    """Return `data` with PyTorch's `CUDAExtension` and `load` taken from `module` instead.

    Args:
        data: a Python file.
        module: the port's module, as `import` names it.
        beside: the folder of the module as the file sees it, where Python may not look; "." for
            its own, "" where Python finds it; `OF_NAMESPACE` for its own, in a folder without
            `__init__.py`, which may be imported as a package all the same.

    Returns:
        None when the file uses neither, or is no Python.
    """
    try:
        tree = parse_python(data)
    except SyntaxError:
        return None
    reader = _Reader(data, module, beside)
    changes = sorted(reader.changes(tree), key=itemgetter(0))
    if not reader.uses:
        return None
    return Redirected(spliced(data, changes), frozenset(reader.uses))


def with_rocm_architectures(data: bytes) -> bytes:
    """Return a build script that takes AMD architectures where it took NVIDIA's.

    The variable is PyTorch's for ROCm; a list that the script gives it by default becomes one of
    AMD's, wherever else it is quoted, too. A script that gives it none, and has a list of compute
    capabilities to compare it with, stays.
    """
    archs = ";".join(cmake_table().architectures).encode()
    lists = {match[2] for match in _ARCH_LIST.finditer(data)}
    if not lists and _CAPABILITIES.search(data):
        return data
    for text in lists:
        data = re.sub(rb"""(["'])%s\1""" % re.escape(text), rb"\1%s\1" % archs, data)
    return data.replace(_ARCHS, _ROCM_ARCHS)


class _Reader:
    """Finds the places of one file.

    Args:
        data: the file.
        module: see `redirect`.
        beside: likewise.
    """

    def __init__(self, data: bytes, module: str, beside: str) -> None:
        self._data = data
        self._module = module
        self._beside = beside
        self._starts = [0, *accumulate(len(line) for line in data.splitlines(keepends=True))]
        self._aliases: set[str] = set()
        self._imports: list[tuple[int, str]] = []
        self.uses: set[str] = set()

    def changes(self, tree: ast.Module) -> Iterator[Change]:
        """Yield what is to be replaced, in no order."""
        renamed: set[str] = set()
        imports = [node for node in tree.body if isinstance(node, ast.Import)]
        self._imports = [
            (node.lineno, one.name) for node in imports for one in node.names if not one.asname
        ]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == _BUILDERS_MODULE:
                taken = [alias for alias in node.names if alias.name in _BUILDERS]
                renamed |= {a.name for a in taken if a.asname is None}
                if taken:
                    yield self._import(node, taken)
            elif isinstance(node, ast.ImportFrom) and node.module == "torch.utils":
                found = (a for a in node.names if a.name == "cpp_extension")
                self._aliases |= {alias.asname or alias.name for alias in found}
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name == _BUILDERS_MODULE:
                        self._aliases.add(alias.asname or alias.name)
        yield from self._uses(tree, renamed)

    def _uses(self, tree: ast.Module, renamed: set[str]) -> Iterator[Change]:
        through_module = False
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in renamed:
                yield self._replace(node, _BUILDERS[node.id])
            elif isinstance(node, ast.Attribute) and self._is_builder(node):
                through_module = True
                self.uses.add(_BUILDERS[node.attr])
                name = self._module.rpartition(".")[2]
                yield self._replace(node, f"{name}.{_BUILDERS[node.attr]}")
        if through_module:
            package, dot, name = self._module.rpartition(".")
            line = f"from {package} import {name}" if dot else f"import {name}"
            at = self._first_statement(tree)
            above = self._data.count(b"\n", 0, at) + 1
            yield (at, at, f"{self._search(above)}{line}\n".encode())

    def _is_builder(self, node: ast.Attribute) -> bool:
        return node.attr in _BUILDERS and _dotted(node.value) in self._aliases

    def _import(self, node: ast.ImportFrom, taken: list[ast.alias]) -> Change:
        self.uses |= {_BUILDERS[alias.name] for alias in taken}
        start, end = self._span(node)
        indent = "".ljust(node.col_offset)
        rest = [_written_alias(alias) for alias in node.names if alias not in taken]
        lines = [f"from {_BUILDERS_MODULE} import {', '.join(rest)}"] if rest else []
        new = ", ".join(_written_alias(ast.alias(_BUILDERS[a.name], a.asname)) for a in taken)
        lines += [*self._search(node.lineno).splitlines(), f"from {self._module} import {new}"]
        text = "\n".join(indent + line if line else "" for line in lines)
        return start, end, text[len(indent) :].encode()

    def _search(self, line: int) -> str:
        """Return what stands before `line` to make Python look beside the file."""
        if not self._beside:
            return ""
        imported = {name for at, name in self._imports if at < line}
        lines = [f"import {name}" for name in ("os", "sys") if name not in imported]
        lines += [
            "",
            *_searched(self._beside),
        ]
        return "\n".join(lines).lstrip("\n") + "\n"

    def _replace(self, node: ast.expr, text: str) -> Change:
        return *self._span(node), text.encode()

    def _first_statement(self, tree: ast.Module) -> int:
        """Return the offset behind the file's docstring and its imports from the future."""
        at = 0
        for node in tree.body:
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            if not (is_text or is_future):
                break
            at = self._starts[node.end_lineno or node.lineno]
        return at

    def _span(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )


def _searched(folder: str) -> list[str]:
    """Return what makes Python look in a folder, as a file sees it."""
    here = "os.path.dirname(os.path.abspath(__file__))"
    if folder == OF_NAMESPACE:
        return [
            "# Python does not look beside a file that is imported from a folder above.",
            f"sys.path.insert(0, {here})",
        ]
    if folder == ".":
        return [
            "# pip runs this file from elsewhere, and Python does not look beside it then.",
            f"sys.path.insert(0, {here})",
        ]
    inside = ", ".join(f'"{part}"' for part in folder.split("/"))
    if folder.startswith(".."):
        reason = "# The port has what builds it once, and Python does not look there by itself."
    else:
        reason = "# The package has what builds it; it cannot be imported before it is built."
    return [
        reason,
        f"sys.path.append(os.path.join({here}, {inside}))",
    ]


def _dotted(node: ast.expr) -> str:
    """Return the dotted name that an expression is, "" when it is none."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _written_alias(alias: ast.alias) -> str:
    return alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
