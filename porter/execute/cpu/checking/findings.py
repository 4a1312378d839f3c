"""What checks found, read from the lines that programs wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.execute.cpu.checking.own_lines import OwnLines
from porter.execute.cpu.checking.symbols import Frame, Symbols
from porter.files import json_values as values
from porter.files.regular import LARGEST_SOURCE, read_regular_text
from porter.toolchain.model import Toolchain


@dataclass(frozen=True)
class WorkItem:
    """A work-item at a place.

    Args:
        kernel: demangled, with its parameters.
        block: its index; empty where all of the kernel is meant.
        thread: the work-item's index in it; likewise.
        place: the source line and, where that was inlined, the calls around it.
        access: what it did: "read", "atomic write", "waits", ...
        count: how many work-items did so.
    """

    kernel: str
    block: tuple[int, ...]
    thread: tuple[int, ...]
    place: tuple[Frame, ...]
    access: str
    count: int


@dataclass(frozen=True)
class Memory:
    """An allocation or a variable, seen from an address.

    Args:
        name: "device memory", or the variable's name.
        bytes: its size.
        offset: of the address, from its beginning.
        allocated: where that was, in the host's code.
        freed: likewise; empty while it is there.
    """

    name: str
    bytes: int
    offset: int
    allocated: tuple[Frame, ...] = ()
    freed: tuple[Frame, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One thing that a check found.

    Args:
        check: "memory", "races", "barriers" or "leaks"; "kernels" for what stops a kernel, or
            keeps it from being watched.
        kind: such as "out of range".
        item: who was at it; None on the host's side.
        bytes: that were accessed.
        address: where.
        space: "LDS" or "global"; empty where that is no question.
        offset: in LDS.
        memory: the allocation or variable that it has to do with.
        other: who else was at it.
        called: where the host called what was wrong.
    """

    check: str
    kind: str
    item: WorkItem | None = None
    bytes: int = 0
    address: int = 0
    space: str = ""
    offset: int = 0
    memory: Memory | None = None
    other: WorkItem | None = None
    called: tuple[Frame, ...] = ()

    @property
    def place(self) -> tuple[Frame, ...]:
        """The source line that the finding is about, with the calls around it."""
        if self.item is not None:
            return self.item.place
        if self.called:
            return self.called
        return self.memory.allocated if self.memory is not None else ()


def lines(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what programs wrote into a folder, a table a line.

    Raises:
        PorterError: a line is none of theirs.
    """
    for path in sorted(folder.glob("findings-*.jsonl")):
        whole, _, _ = read_regular_text(path, LARGEST_SOURCE).rpartition("\n")
        for number, line in enumerate(filter(None, whole.split("\n")), 1):
            try:
                yield values.table(values.parsed(line))
            except ValueError as error:
                raise PorterError(f"line {number} is no finding: {error}", path=path) from error


def read(folder: Path, toolchain: Toolchain) -> list[Finding]:
    """Read the findings in a folder.

    Args:
        folder: where `Watch.watching` had them written.
        toolchain: what the programs were built with.

    Raises:
        PorterError: a line is none that the runtime writes.
    """
    tables = [table for table in lines(folder) if "check" in table]
    reader = _Reader(Symbols(toolchain), OwnLines(toolchain))
    try:
        reader.symbols.look_up(_addresses(tables))
        return [reader.finding(table) for table in tables]
    except (KeyError, ValueError) as error:
        raise PorterError(f"what a program wrote is no finding: {error}", path=folder) from error


def _addresses(tables: list[dict[str, Any]]) -> set[str]:
    found: set[str] = set()
    for table in tables:
        found.update(values.texts(table.get("called", [])))
        if "allocation" in table:
            for name in ("allocated", "freed"):
                found.update(values.texts(table["allocation"][name]))
    return found


def frame(line: Any) -> Frame:
    """Read a source line of device code."""
    table = values.fields(line, ("file", "line", "column", "function"))
    numbers = values.whole(table["line"]), values.whole(table["column"])
    return Frame(values.text(table["file"]), *numbers, values.text(table["function"]))


class _Reader(NamedTuple):
    """Makes findings of tables."""

    symbols: Symbols
    own_lines: OwnLines

    def finding(self, table: dict[str, Any]) -> Finding:
        return Finding(
            check=values.text(table["check"]),
            kind=values.text(table["kind"]),
            item=self._item(table) if "kernel" in table else None,
            bytes=values.whole(table.get("bytes", 0)),
            address=values.whole(table.get("address", 0)),
            space=values.text(table.get("memory", "")),
            offset=_signed(table.get("offset", 0)),
            memory=self._memory(table),
            other=self._item(table["other"]) if "other" in table else None,
            called=self._stack(table.get("called", [])),
        )

    def _item(self, table: dict[str, Any]) -> WorkItem:
        block, thread = (tuple(map(values.whole, table[name])) for name in ("block", "thread"))
        return WorkItem(
            kernel=values.text(table["kernel"]),
            block=block,
            thread=thread,
            place=self.own_lines.shown([frame(line) for line in values.rows(table["place"])]),
            access=values.text(table.get("access", "")),
            count=values.whole(table.get("count", 1)),
        )

    def _memory(self, table: dict[str, Any]) -> Memory | None:
        if "allocation" in table:
            one = values.table(table["allocation"])
            stacks = self._stack(one["allocated"]), self._stack(one["freed"])
            name = values.text(one["kind"])
            return Memory(name, values.whole(one["bytes"]), _signed(one["offset"]), *stacks)
        if "variable" in table:
            one = values.table(table["variable"])
            name = values.text(one["name"])
            return Memory(name, values.whole(one["bytes"]), _signed(one["offset"]))
        return None

    def _stack(self, places: Any) -> tuple[Frame, ...]:
        return self.own_lines.shown(self.symbols.stack(values.texts(places)))


def _signed(value: Any) -> int:
    return values.whole(value, -(1 << 62))
