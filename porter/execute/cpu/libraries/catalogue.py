"""Reads `libraries.toml`: which libraries there are, and by what names programs know them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from porter.execute.cpu.native_build import Native
from porter.tables.kinds import FLAG, PATTERN, TEXTS
from porter.tables.toml import Named, Shape, read

_PATH = Path(__file__).with_name("libraries.toml")
_ROW = Shape(needs={"links": TEXTS, "symbols": PATTERN}, takes={"on_blas": FLAG})


class VendorLibrary(NamedTuple):
    """A library.

    Args:
        name: the row's, and that of the folder of its sources.
        links: what the linker calls it, by either vendor's name.
        symbols: its functions.
        on_blas: whether the host's BLAS and LAPACK are underneath.
    """

    name: str
    links: tuple[str, ...]
    symbols: re.Pattern[str]
    on_blas: bool

    def path(self, native: Native) -> Path:
        """Return where it is, or will be when it is built."""
        return native.root / f"libporter-{self.name}.so"


@lru_cache(maxsize=1)
def vendor_libraries() -> tuple[VendorLibrary, ...]:
    """Return all of them.

    Raises:
        PorterError: the table is damaged.
    """
    rows = read(_PATH, Named(_ROW)).items()
    return tuple(
        VendorLibrary(
            name, tuple(row["links"]), re.compile(row["symbols"]), row.get("on_blas", False)
        )
        for name, row in rows
    )


def linked_as(flag: str) -> VendorLibrary | None:
    """Return the library that a flag of the linker asks for, None for any other."""
    name = flag.removeprefix("-l")
    if name == flag:
        return None
    return next((one for one in vendor_libraries() if name in one.links), None)


def stood_for(path: Path, native: Native) -> VendorLibrary | None:
    """Return the library that a linker script beside the native parts stands for."""
    if not path.is_relative_to(native.root):
        return None
    return linked_as(f"-l{path.stem.removeprefix('lib')}")


def defining(symbol: str) -> VendorLibrary | None:
    """Return the library that has a function of such a name, None when none has."""
    return next((one for one in vendor_libraries() if one.symbols.fullmatch(symbol)), None)
