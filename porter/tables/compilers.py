"""The functions that compile CUDA source in a string: `rules/cuda-hip/source_strings.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from porter.source.python.code import PythonCall, PythonCode
from porter.tables.kinds import FILLED_TEXT, FLAG, INTEGER, INTEGERS, TEXT, TEXTS, one_of
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, read, record

if TYPE_CHECKING:
    from tree_sitter import Node


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


_COMPILER = Shape(
    needs={
        "name": FILLED_TEXT,
        "modules": TEXTS,
        "positions": INTEGERS,
        "keywords": TEXTS,
        "holds": one_of(*Holds),
        "runtime": one_of(*Runtime),
        "source": TEXT,
    },
    takes={"unique": FLAG, "preamble": INTEGER},
)
_HEADER = Shape({"name": FILLED_TEXT, "names": TEXTS, "source": TEXT})
_TABLE = Shape({"compiler": Rows(_COMPILER)}, {"header": Rows(_HEADER)})


@dataclass(frozen=True, slots=True)
class Compiler:
    """A function that compiles a string.

    Attributes:
        name: its last name.
        modules: what it belongs to.
        positions: of its arguments that hold source.
        keywords: of its arguments that hold source.
        holds: what they hold.
        runtime: what is to be done about the runtime's header.
        unique: the name alone tells.
        preamble: position of the argument `preamble`, which takes declarations; -1 for none.
    """

    name: str
    modules: tuple[str, ...]
    positions: tuple[int, ...]
    keywords: tuple[str, ...]
    holds: Holds
    runtime: Runtime
    unique: bool = False
    preamble: int = -1

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
        PorterError: it is damaged.
    """
    return read(rules_folder() / "cuda-hip" / "source_strings.toml", _TABLE)


@cache
def compilers() -> tuple[Compiler, ...]:
    """Return every function of the table.

    Raises:
        PorterError: the table is damaged.
    """
    return tuple(
        record(Compiler, row, holds=Holds(row["holds"]), runtime=Runtime(row["runtime"]))
        for row in _document()["compiler"]
    )


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
