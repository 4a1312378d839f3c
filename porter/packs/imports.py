"""Which modules of a tree its Python files import."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_SUFFIXES = (".py", ".pyi")


@dataclass(frozen=True, slots=True)
class Import:
    """One module that is asked for.

    Attributes:
        line: 1-based line.
        level: number of leading dots.
        module: dotted name behind them.
    """

    line: int
    level: int
    module: str

    def __str__(self) -> str:
        return f"import of {'.' * self.level}{self.module}"


def imports_of(tree: ast.Module) -> Iterator[Import]:
    """Yield the modules that a file imports; each name of `from x import y` may be one, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, 0, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if base:
                yield Import(node.lineno, node.level, base)
            for alias in node.names:
                if alias.name != "*":
                    name = f"{base}.{alias.name}" if base else alias.name
                    yield Import(node.lineno, node.level, name)


class ModuleIndex:
    """The modules and packages of a tree, found from any folder that may be on the path.

    Args:
        paths: the tree's files.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._exact: set[str] = set()
        self._tails: set[str] = set()
        for path in paths:
            for suffix in _SUFFIXES:
                if path.endswith(suffix):
                    self._add(path.removesuffix(suffix).removesuffix("/__init__"))
                    break

    def _add(self, module: str) -> None:
        parts = module.split("/")
        for end in range(1, len(parts) + 1):  # a folder of modules is a package, too
            exact = "/".join(parts[:end])
            if exact in self._exact:
                continue
            self._exact.add(exact)
            for at in range(end):
                self._tails.add("/".join(parts[at:end]))

    def resolves(self, path: str, wanted: Import) -> bool:
        """Tell whether the tree has the module that the file at `path` asks for."""
        module = wanted.module.replace(".", "/")
        if not wanted.level:
            return module in self._tails
        folder = path.split("/")[: -wanted.level]
        return "/".join([*folder, module]) in self._exact
