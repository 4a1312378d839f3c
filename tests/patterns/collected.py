"""All patterns that porter's modules compile, with how each is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import NamedTuple

import porter

_ONCE = frozenset({"match", "fullmatch"})
_USES = _ONCE | {"search", "finditer", "findall", "sub", "subn", "split"}
#: Beside a method: it is not handed both ends of what it looks at, which its caller bounds.
ANYWHERE = "anywhere"
#: Modules that run something when they are imported, and the one that only gdb can import.
_SKIPPED = ("porter.__main__", "porter.pytest_plugin", "porter.execute.cpu.debugging.commands")


class Place(NamedTuple):
    """A pattern in the source.

    Attributes:
        where: module and line.
        pattern: what is compiled; None where it is made of what only a call knows.
        flags: of `re`.
        uses: the methods it is called by; empty where that cannot be told.
    """

    where: str
    pattern: str | bytes | None
    flags: int
    uses: frozenset[str]


@cache
def places() -> tuple[Place, ...]:
    """Return every pattern in porter."""
    sources = [
        _Source(import_module(info.name))
        for info in walk_packages(porter.__path__, "porter.")
        if not info.name.startswith(_SKIPPED)
    ]
    importers: dict[tuple[str, str], list[tuple[_Source, str]]] = {}
    for source in sources:
        for alias, origin in source.imported.items():
            importers.setdefault(origin, []).append((source, alias))
    return tuple(place for source in sources for place in source.places(importers))


class _Source:
    """A module as text and as it runs."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        assert module.__file__ is not None
        with open(module.__file__, encoding="utf-8") as stream:
            self.nodes = tuple(ast.walk(ast.parse(stream.read())))
        self.named: dict[ast.expr, str] = {}
        self.uses: dict[str, set[str]] = {}
        self.free: set[str] = set()
        self.imported: dict[str, tuple[str, str]] = {}
        called = set()
        bounded = {
            node.func for node in self.nodes if isinstance(node, ast.Call) and len(node.args) == 3
        }
        for node in self.nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.named[node.value] = node.targets[0].id
            elif isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self.imported[one.asname or one.name] = (node.module, one.name)
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.attr in _USES
            ):
                called.add(node.value)
                where = () if node in bounded else (ANYWHERE,)
                self.uses.setdefault(node.value.id, set()).update((node.attr, *where))
        for node in self.nodes:  # handed on: used as whoever gets it likes
            is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            if is_read and node not in called:
                self.free.add(node.id)

    def places(
        self, importers: dict[tuple[str, str], list[tuple[_Source, str]]]
    ) -> Iterator[Place]:
        """Yield the patterns of the module, whose names others may import as their own."""
        for node in self.nodes:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            on, method = node.func.value, node.func.attr
            if not (isinstance(on, ast.Name) and on.id == "re" and node.args):
                continue
            if method == "compile":
                uses = self._uses_of(node, importers)
            elif method in _USES:
                uses = frozenset({method, ANYWHERE})
            else:
                continue
            where = f"{self.module.__name__}:{node.lineno}"
            at = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2}
            last = at.get(method, 3)
            flags = node.args[last] if len(node.args) > last else None
            flags = next((one.value for one in node.keywords if one.arg == "flags"), flags)
            pattern = self._value(node.args[0])
            assert pattern is None or isinstance(pattern, (str, bytes))
            yield Place(where, pattern, int(self._value(flags) or 0) if flags else 0, uses)

    def _value(self, node: ast.expr) -> object:
        try:
            code = compile(ast.Expression(node), "pattern", "eval")
            return eval(code, dict(vars(self.module)))
        except NameError:
            return None

    def _uses_of(
        self, node: ast.expr, importers: dict[tuple[str, str], list[tuple[_Source, str]]]
    ) -> frozenset[str]:
        name = self.named.get(node)
        if name is None:
            return frozenset()
        uses, is_free = set(self.uses.get(name, ())), name in self.free
        for other, alias in importers.get((self.module.__name__, name), ()):
            uses |= other.uses.get(alias, set())
            is_free |= alias in other.free
        return frozenset() if is_free else frozenset(uses)
