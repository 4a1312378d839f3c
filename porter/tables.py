"""The tables of `rules/`: what each CUDA name and header becomes.

`load()` gives the tables of CUDA to HIP, `load("torch")` those of PyTorch's C++ names. Every file
is TAB separated, sorted by name, with a header line; `porter rules derive` writes them.

A name that lives in a namespace stands under its qualified name (`cub::BlockLoad`) and its row
carries the scope (`cub`), so that looking up a bare identifier never finds it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from porter.errors import PorterError
from porter.rows import HeaderRow as HeaderRow
from porter.rows import Lines, header_row, name_row, unmapped_row
from porter.rows import Row as Row
from porter.rows import UnmappedRow as UnmappedRow

#: target of `load` -> the folders of `rules/` that belong to it.
FOLDERS: dict[str, tuple[str, ...]] = {
    "hip": ("cuda-hip", "cub-hipcub"),
    "torch": ("torch-hip",),
}

KINDS = (
    "function",
    "type",
    "enumerator",
    "macro",
    "variable",
    "intrinsic",
    "template",
    "namespace",
)

NAME_COLUMNS = (
    "cuda",
    "hip",
    "kind",
    "scope",
    "header",
    "rocm_since",
    "rocm_absent",
    "rocm_removed",
    "cuda_removed",
    "proof",
    "differs",
)
HEADER_COLUMNS = ("cuda", "hip", "library", "rocm_since", "proof")
UNMAPPED_COLUMNS = ("cuda", "kind", "scope", "library", "header", "reason")


@dataclass(frozen=True)
class Tables:
    """All rows of one target.

    Attributes:
        names: CUDA name -> row; names inside a namespace are qualified (`cub::BlockLoad`).
        headers: CUDA header as in an `#include`, without its delimiters -> row.
        unmapped: CUDA name or header that HIP lacks -> row with the reason.
        digest: SHA-256 over the files read, in hex; changes when any row changes.
    """

    names: Lines[Row]
    headers: Mapping[bytes, HeaderRow]
    unmapped: Mapping[bytes, UnmappedRow]
    digest: str

    @classmethod
    def empty(cls) -> Tables:
        """Return tables without any row, for targets that have none."""
        return cls(Lines({}, name_row), {}, {}, "")

    @cached_property
    def renamed(self) -> dict[bytes, bytes]:
        """Global CUDA name -> HIP's, where they differ."""
        found = {}
        for name, (line, _) in self.names.raw.items():
            _, hip, _, scope, _ = line.split(b"\t", 4)
            if not scope and hip != name:
                found[name] = hip
        return found

    def in_scope(self, scope: str) -> dict[bytes, Row]:
        """Return the rows of a namespace by their bare names.

        Args:
            scope: a CUDA namespace, such as `cub`.
        """
        prefix = scope.encode() + b"::"
        names = (name for name in self.names if name.startswith(prefix))
        found = {name[len(prefix) :]: self.names[name] for name in names}
        return {name: row for name, row in found.items() if row.scope == scope}


def rules_folder() -> Path:
    """Return the folder `rules/`, of the wheel or of the checkout.

    Raises:
        PorterError: if neither has it.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "rules", package.parent / "rules"):
        if (folder / "cuda-hip").is_dir():
            return folder
    raise PorterError(
        "the tables (rules/) are missing from this installation",
        path=package,
        hint="install porter again",
    )


def read_rows(path: Path, columns: tuple[str, ...]) -> list[list[str]]:
    """Return the fields of every row of a table file.

    Args:
        path: the TSV file.
        columns: what its header line must say.

    Raises:
        PorterError: if the file cannot be read, or a line has the wrong number of fields.
    """
    return [line.decode().split("\t") for line in _lines(_read(path), path, columns)]


@lru_cache(maxsize=8)
def load(target: str = "hip", folder: Path | None = None) -> Tables:
    """Read the tables of `target`.

    Args:
        target: `hip` or `torch`.
        folder: where `rules/` is, when it is not porter's own.

    Raises:
        PorterError: if the target is unknown or a table is damaged.
    """
    if target not in FOLDERS:
        raise PorterError(
            f"there are no tables for {target!r}", hint=f"known targets: {', '.join(FOLDERS)}"
        )
    root = rules_folder() if folder is None else folder
    names: dict[bytes, tuple[bytes, str]] = {}
    headers: dict[bytes, tuple[bytes, str]] = {}
    unmapped: dict[bytes, tuple[bytes, str]] = {}
    digest = hashlib.sha256()
    for name in FOLDERS[target]:
        for path in sorted((root / name).glob("*.tsv")):
            data, table = _read(path), path.stem
            digest.update(path.name.encode() + b"\0" + data)
            columns: tuple[str, ...]
            if table == "headers":
                rows, columns = headers, HEADER_COLUMNS
            elif table == "unmapped":
                rows, columns = unmapped, UNMAPPED_COLUMNS
            else:
                rows, columns = names, NAME_COLUMNS
            for line in _lines(data, path, columns):
                rows[line.partition(b"\t")[0]] = (line, table)
    return Tables(
        Lines(names, name_row),
        Lines(headers, header_row),
        Lines(unmapped, unmapped_row),
        digest.hexdigest(),
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PorterError(f"cannot read the table: {error.strerror}", path=path) from error


def _lines(data: bytes, path: Path, columns: tuple[str, ...]) -> list[bytes]:
    """Return the rows of a table, each a line with as many fields as there are columns."""
    if not data.isascii():
        raise PorterError("the table is not plain ASCII", path=path)
    first, *lines = data.split(b"\n")
    if first.decode().split("\t") != list(columns):
        raise PorterError(
            "the table has the wrong header line",
            path=path,
            line=1,
            hint="expected, TAB separated: " + " ".join(columns),
        )
    if lines and lines[-1] == b"":
        lines.pop()
    tabs = len(columns) - 1
    if {line.count(b"\t") for line in lines} - {tabs}:
        number = next(i for i, line in enumerate(lines, start=2) if line.count(b"\t") != tabs)
        raise PorterError(f"the row does not have {tabs + 1} fields", path=path, line=number)
    return lines
