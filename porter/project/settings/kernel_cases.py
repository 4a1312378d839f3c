"""`[[project.verify.kernels]]`: kernels to launch on both sides, with no host code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.tables.kinds import (
    EXPRESSIONS,
    FLAG,
    INTEGERS,
    LIST,
    NUMBER,
    SCALAR,
    TABLE,
    TEXT,
    TEXTS,
    one_of,
)
from porter.tables.toml import check

_WHERE = "[[project.verify.kernels]]"
_KINDS = {
    **dict.fromkeys(("source", "kernel", "port_kernel"), TEXT),
    **dict.fromkeys(("grid", "block"), EXPRESSIONS),
    **dict.fromkeys(("flags", "arch"), TEXTS),
    "arguments": LIST,
    "lds": SCALAR,
    "each": TABLE,
    "seeds": INTEGERS,
}
_ARGUMENT = {
    **dict.fromkeys(("name", "dtype", "accumulate"), TEXT),
    **dict.fromkeys(("low", "high", "magnitude", "ulps"), NUMBER),
    **dict.fromkeys(("value", "values", "terms"), SCALAR),
    "role": one_of("in", "out", "inout", "scalar", "null"),
    "order": one_of("fixed", "any", "rows"),
    "shape": EXPRESSIONS,
    "bits": FLAG,
}


@dataclass(frozen=True, slots=True)
class KernelArgument:
    """One argument of a kernel. Texts may be expressions of the case's parameters.

    Attributes:
        name: as reports call it.
        dtype: format of the elements or of the number, such as "float32" or "bfloat16".
        role: "in" (must not change), "out" (poisoned before the run), "inout", "scalar" or "null".
        shape: lengths of the axes.
        value: a scalar's value.
        values: how an array is filled: a name known to `verify.kernel.inputs`, or one number.
        low: least number that it is filled with.
        high: largest one.
        order: "fixed", "any" or "rows", as in `verify.comparison.arrays`.
        terms: terms of the longest sum behind an element.
        accumulate: format that sums are kept in; empty for the usual one.
        magnitude: the sum of absolute values behind an element; None for the largest element.
        ulps: ulps to allow; None for the usual number.
        bits: compare bits.
    """

    name: str
    dtype: str
    role: str
    shape: tuple[str, ...] = ()
    value: str = "0"
    values: str = ""
    low: float | None = None
    high: float | None = None
    order: str = "fixed"
    terms: str = "1"
    accumulate: str = ""
    magnitude: float | None = None
    ulps: float | None = None
    bits: bool = False


@dataclass(frozen=True, slots=True)
class KernelCase:
    """A kernel to launch on both sides.

    Attributes:
        source: its source file, relative to the project's root.
        kernel: its name, as the source has it: "scan", "ns::scale<float, 4>".
        arguments: in the kernel's order.
        port_kernel: its name in the port where that differs (types of template arguments do).
        grid: blocks, one to three expressions.
        block: threads of a block, likewise.
        lds: bytes of dynamic LDS, an expression.
        each: values of every parameter; the case is run at all their combinations.
        seeds: inputs are generated once for each.
        flags: flags that both compilers take.
        arch: architectures to verify; empty for those of the project.
        path: the porter.toml that it comes from.
    """

    source: str
    kernel: str
    arguments: tuple[KernelArgument, ...]
    port_kernel: str = ""
    grid: tuple[str, ...] = ("1",)
    block: tuple[str, ...] = ("1",)
    lds: str = "0"
    each: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    seeds: tuple[int, ...] = (0, 1)
    flags: tuple[str, ...] = ()
    arch: tuple[str, ...] = ()
    path: Path = Path("porter.toml")

    @property
    def name(self) -> str:
        """How reports and recordings call the case."""
        return f"{self.source}:{self.kernel}"

    def points(self) -> Iterator[dict[str, int]]:
        """Yield every combination of the parameters."""
        for values in product(*self.each.values()):
            yield dict(zip(self.each, values, strict=True))


def parse(path: Path, table: Mapping[str, Any]) -> KernelCase:
    """Read one table.

    Raises:
        PorterError: a key is missing, not known, or has a value that makes no sense.
    """
    check(path, _WHERE, table, _KINDS)
    for key in ("source", "kernel"):
        if key not in table:
            raise PorterError(f'{_WHERE} needs {key} = "..."', path=path)
    each = table.get("each", {})
    if not all(values and INTEGERS.fits(values) for values in each.values()):
        raise PorterError(f"{_WHERE}: each = {{ NAME = [NUMBER, ...] }}", path=path)
    seeds = table.get("seeds", (0, 1))
    if not seeds or min(seeds) < 0:
        raise PorterError(f"{_WHERE}: seeds = [NUMBER, ...], from 0 on", path=path)
    return KernelCase(
        source=table["source"],
        kernel=table["kernel"],
        port_kernel=table.get("port_kernel", ""),
        arguments=tuple(_argument(path, entry) for entry in table.get("arguments", ())),
        grid=_expressions(table.get("grid", 1)),
        block=_expressions(table.get("block", 1)),
        lds=str(table.get("lds", 0)),
        each={name: tuple(values) for name, values in each.items()},
        seeds=tuple(seeds),
        flags=tuple(table.get("flags", ())),
        arch=tuple(table.get("arch", ())),
        path=path,
    )


def _argument(path: Path, table: Mapping[str, Any]) -> KernelArgument:
    where = f"{_WHERE} arguments"
    check(path, where, table, _ARGUMENT)
    name = table.get("name")
    if name is None:
        raise PorterError(f'{where} need name = "..."', path=path)
    role = table.get("role", "scalar" if "value" in table else "in")
    if role != "null" and "dtype" not in table:
        raise PorterError(f'{where}: {name} needs dtype = "..."', path=path)
    if role not in ("null", "scalar") and "shape" not in table:
        raise PorterError(f"{where}: {name} needs shape = [...]", path=path)
    given: dict[str, Any] = {key: table[key] for key in table if key not in ("shape", "role")}
    given |= {key: str(table[key]) for key in ("value", "values", "terms") if key in table}
    shape = _expressions(table.get("shape", []))
    return KernelArgument(**{"dtype": "", **given, "role": role, "shape": shape})


def _expressions(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
