"""The functions that compile CUDA source in a string: `rules/cuda-hip/source_strings.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from porter.errors import PorterError
from porter.source.python.code import PythonCall, PythonCode
from porter.tables.names import rules_folder

if TYPE_CHECKING:
    from tree_sitter import Node

import tomllib


class Holds(StrEnum):
    """What a string holds."""

    UNIT = "unit"
    HOST = "host"
    FRAGMENT = "fragment"


class Runtime(StrEnum):
    """What is to be done about the runtime's header."""

    REFUSED = "refused"
    GIVEN = "given"
    NEEDED = "needed"


@dataclass(frozen=True, slots=True)
class Compiler:
    """A function that compiles a string.

    Attributes:
        name: its last name.
        modules: what it belongs to.
        unique: the name alone tells.
        positions: of its arguments that hold source.
        keywords: of its arguments that hold source.
        holds: what they hold.
        runtime: what is to be done about the runtime's header.
        preamble: position of the argument `preamble`, which takes declarations; -1 for none.
    """

    name: str
    modules: tuple[str, ...]
    unique: bool
    positions: tuple[int, ...]
    keywords: tuple[str, ...]
    holds: Holds
    runtime: Runtime
    preamble: int

    def takes(self, code: PythonCode, call: PythonCall) -> bool:
        """Tell whether a call is one of this function."""
        if call.name != self.name:
            return False
        meanings = code.meanings(call.function)
        if any(f"{meaning}.".startswith(f"{one}.") for meaning in meanings for one in self.modules):
            return True
        return self.unique and not any(_is_of_a_package(meaning) for meaning in meanings)

    def sources(self, call: PythonCall) -> Iterator[Node]:
        """Yield the arguments of a call that hold source."""
        given = [call.positional[at] for at in self.positions if at < len(call.positional)]
        yield from given
        for keyword in self.keywords:
            if keyword in call.keywords:
                yield call.keywords[keyword]


@cache
def _document() -> dict[str, Any]:
    """Return the table.

    Raises:
        PorterError: it cannot be read.
    """
    path = rules_folder() / "cuda-hip" / "source_strings.toml"
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise PorterError(f"cannot read the table: {error}", path=path) from error


@cache
def compilers() -> tuple[Compiler, ...]:
    """Return every function of the table.

    Raises:
        PorterError: the table is damaged.
    """
    try:
        return tuple(
            Compiler(
                row["name"],
                tuple(row["modules"]),
                row.get("unique", False),
                tuple(row["positions"]),
                tuple(row["keywords"]),
                Holds(row["holds"]),
                Runtime(row["runtime"]),
                row.get("preamble", -1),
            )
            for row in _document()["compiler"]
        )
    except (KeyError, ValueError) as error:
        raise PorterError(f"source_strings.toml: a row of compilers is damaged: {error}") from error


@lru_cache(maxsize=2)
def supplied_by(data: bytes) -> frozenset[str]:
    """Return the names of CUDA's that headers of packages which a file names declare for HIP."""
    return frozenset(
        name
        for row in _document().get("header", [])
        if row["name"].encode() in data
        for name in row["names"]
    )


def compiled(code: PythonCode) -> Iterator[tuple[PythonCall, Compiler, Node]]:
    """Yield each argument that a call compiles, with the call and what compiles it."""
    rows: dict[str, list[Compiler]] = {}
    for row in compilers():
        rows.setdefault(row.name, []).append(row)
    for call in code.calls:
        for row in rows.get(call.name, ()):
            if row.takes(code, call):
                for node in row.sources(call):
                    yield call, row, node


@cache
def _packages() -> frozenset[str]:
    return frozenset(module.partition(".")[0] for row in compilers() for module in row.modules)


def _is_of_a_package(meaning: str) -> bool:
    """Tell whether a dotted name is of a package that the table knows, or of OpenCL's."""
    root = meaning.partition(".")[0]
    return "." in meaning and root in _packages() | {"pyopencl"}
