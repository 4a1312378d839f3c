"""The import graph of porter, read from its sources: modules, their rooms, and circles."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

Graph = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Imports:
    """Who imports whom.

    Attributes:
        modules: module -> the modules of porter that it imports, wherever in its text; what stands
            under `if TYPE_CHECKING` counts, too: it is known of, if not loaded.
    """

    modules: Graph

    @property
    def rooms(self) -> Graph:
        """Room -> the other rooms that its modules import."""
        found: dict[str, set[str]] = {}
        for module, imported in self.modules.items():
            own = room_of(module)
            others = {room_of(one) for one in imported} - {own, ""}
            found.setdefault(own, set()).update(others)
        return {room: frozenset(others) for room, others in found.items()}

    def between(self, room: str, other: str) -> list[tuple[str, str]]:
        """Return (importing module, imported module) of the imports from a room into another."""
        return sorted(
            (module, one)
            for module, imported in self.modules.items()
            if room_of(module) == room
            for one in imported
            if room_of(one) == other
        )


def room_of(module: str) -> str:
    """Return the room of a module: the package or module under `porter`, "" for porter itself."""
    return module.split(".")[1] if "." in module else ""


def imports_of(sources: Mapping[str, str]) -> Imports:
    """Return who imports whom.

    Args:
        sources: module -> its text.
    """
    return Imports(
        {
            module: frozenset(_imported(ast.parse(text), sources)) - {module}
            for module, text in sources.items()
        }
    )


def _imported(tree: ast.AST, modules: Mapping[str, str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in modules else node.module


def sources_here() -> dict[str, str]:
    """Return the modules of this checkout."""
    paths = (ROOT / "porter").rglob("*.py")
    return {_module(path.relative_to(ROOT).as_posix()): path.read_text("utf-8") for path in paths}


def sources_at(revision: str) -> dict[str, str]:
    """Return the modules of a revision of this repository."""
    names = _git("ls-tree", "-r", "--name-only", revision, "porter").splitlines()
    return {
        _module(name): _git("show", f"{revision}:{name}") for name in names if name.endswith(".py")
    }


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def circles(graph: Graph) -> list[list[str]]:
    """Return the sets of nodes that reach one another (Tarjan, 1972), the largest first."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        path.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in path:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            start = path.index(node)
            if len(path) - start > 1:
                found.append(sorted(path[start:]))
            del path[start:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=lambda one: (-len(one), one))


def best_order(graph: Graph) -> list[str]:
    """Return an order of the nodes in which few arrows run back up, the importing ones first.

    The greedy heuristic of Eades, Lin and Smyth (1993) for the feedback arc set; it is used where
    a revision has no list of layers.
    """
    left = {node: set(graph.get(node, ())) for node in graph}
    for others in graph.values():
        for one in others:
            left.setdefault(one, set())
    first: list[str] = []
    last: list[str] = []
    while left:
        incoming = {node: sum(node in others for others in left.values()) for node in left}
        sinks = [node for node in sorted(left) if not left[node]]
        sources = [node for node in sorted(left) if not incoming[node]]
        if sinks:
            node = sinks[0]
            last.append(node)
        else:
            node = (
                sources[0]
                if sources
                else max(sorted(left), key=lambda one: len(left[one]) - incoming[one])
            )
            first.append(node)
        del left[node]
        for others in left.values():
            others.discard(node)
    return first + last[::-1]


def upward(graph: Graph, order: list[str]) -> list[tuple[str, str]]:
    """Return the arrows that run from a node to one before it in the order."""
    place = {node: number for number, node in enumerate(order)}
    return sorted(
        (node, other) for node in graph for other in graph[node] if place[other] < place[node]
    )
