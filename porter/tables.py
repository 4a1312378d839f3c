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
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from porter.errors import PorterError

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


class Row(NamedTuple):
    """A CUDA name that HIP has.

    Attributes:
        cuda: the name as CUDA's headers have it, qualified when it lives in a namespace.
        hip: the name as HIP's headers have it; equal to `cuda` when HIP kept the name.
        kind: one of `KINDS`.
        scope: the namespace the name lives in (`cub`), empty for a global name.
        library: the table it stands in (`runtime`, `driver`, `cublas`, …).
        header: the HIP header that declares it, as it is written in an `#include`.
        rocm_since: the oldest ROCm among those read that declares it (`5.2`).
        rocm_absent: the newest ROCm before that which was read and lacks it, or empty.
        rocm_removed: the oldest ROCm after the last that declares it, or empty.
        cuda_removed: the oldest CUDA among those read that no longer declares it, or empty.
        proof: how the row was proved; see `docs/tables.md`.
        differs: how parameters, members or values differ, or empty when they do not.
    """

    cuda: bytes
    hip: bytes
    kind: str
    scope: str
    library: str
    header: str
    rocm_since: str
    rocm_absent: str
    rocm_removed: str
    cuda_removed: str
    proof: str
    differs: str

    def known_in(self, rocm: str) -> bool | None:
        """Say whether a ROCm version has the HIP name.

        Args:
            rocm: a version, such as `6.4`.

        Returns:
            True or False where headers were read that tell, None where none were.
        """
        at = _version(rocm)
        if self.rocm_removed and at >= _version(self.rocm_removed):
            return False
        if self.rocm_since and at >= _version(self.rocm_since):
            return True
        if self.rocm_absent and at <= _version(self.rocm_absent):
            return False
        return None

    @property
    def same(self) -> bool:
        """Whether HIP has the name as it is, so that nothing is to be edited."""
        return self.cuda == self.hip


class HeaderRow(NamedTuple):
    """A CUDA header and the HIP header that takes its place."""

    cuda: bytes
    hip: bytes
    library: str
    rocm_since: str
    proof: str


class UnmappedRow(NamedTuple):
    """A CUDA name or header without a counterpart in HIP: reported, never renamed."""

    cuda: bytes
    kind: str
    scope: str
    library: str
    header: str
    reason: str


@dataclass(frozen=True)
class Tables:
    """All rows of one target.

    Attributes:
        names: CUDA name -> row; names inside a namespace are qualified (`cub::BlockLoad`).
        headers: CUDA header as in an `#include`, without its delimiters -> row.
        unmapped: CUDA name or header that HIP lacks -> row with the reason.
        digest: SHA-256 over the files read, in hex; changes when any row changes.
    """

    names: Mapping[bytes, Row]
    headers: Mapping[bytes, HeaderRow]
    unmapped: Mapping[bytes, UnmappedRow]
    digest: str

    def in_scope(self, scope: str) -> dict[bytes, Row]:
        """Return the rows of a namespace by their bare names.

        Args:
            scope: a CUDA namespace, such as `cub`.
        """
        prefix = scope.encode() + b"::"
        return {
            row.cuda[len(prefix) :]: row
            for row in self.names.values()
            if row.scope == scope and row.cuda.startswith(prefix)
        }


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
    return _parse(_read(path), path, columns)


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
    names: dict[bytes, Row] = {}
    headers: dict[bytes, HeaderRow] = {}
    unmapped: dict[bytes, UnmappedRow] = {}
    digest = hashlib.sha256()
    for name in FOLDERS[target]:
        for path in sorted((root / name).glob("*.tsv")):
            data = _read(path)
            digest.update(path.name.encode() + b"\0" + data)
            if path.stem == "headers":
                for c, h, *rest in _parse(data, path, HEADER_COLUMNS):
                    key = c.encode()
                    headers[key] = HeaderRow._make((key, h.encode(), *rest))
            elif path.stem == "unmapped":
                for c, *rest in _parse(data, path, UNMAPPED_COLUMNS):
                    key = c.encode()
                    unmapped[key] = UnmappedRow._make((key, *rest))
            else:
                library = path.stem
                for c, h, kind, scope, *rest in _parse(data, path, NAME_COLUMNS):
                    key = c.encode()
                    names[key] = Row._make((key, h.encode(), kind, scope, library, *rest))
    return Tables(
        MappingProxyType(names),
        MappingProxyType(headers),
        MappingProxyType(unmapped),
        digest.hexdigest(),
    )


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PorterError(f"cannot read the table: {error.strerror}", path=path) from error


def _parse(data: bytes, path: Path, columns: tuple[str, ...]) -> list[list[str]]:
    try:
        lines = data.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise PorterError("the table is not plain ASCII", path=path) from error
    if tuple(lines[0].split("\t")) != columns:
        raise PorterError(
            "the table has the wrong header line",
            path=path,
            line=1,
            hint="expected, TAB separated: " + " ".join(columns),
        )
    if lines[-1] == "":
        lines.pop()
    rows = [line.split("\t") for line in lines[1:]]
    width = len(columns)
    if set(map(len, rows)) - {width}:
        number = next(i for i, row in enumerate(rows, start=2) if len(row) != width)
        raise PorterError(f"the row does not have {width} fields", path=path, line=number)
    return rows
