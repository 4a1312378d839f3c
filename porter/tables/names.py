"""The tables of names and headers in `rules/`.

`load()` gives the tables of CUDA to HIP, `load("torch")` those of PyTorch's C++ names. Every file
is TAB separated, sorted by name, with a header line; `porter rules derive` writes them.

A name that lives in a namespace stands under its qualified name (`cub::BlockLoad`) and its row
carries the scope (`cub`), so that looking up a bare identifier never finds it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

import porter
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.options import Options
from porter.tables.rows import HeaderRow as HeaderRow
from porter.tables.rows import Lines, header_row, mark_row, name_row, unmapped_row
from porter.tables.rows import MarkRow as MarkRow
from porter.tables.rows import NameKind as NameKind
from porter.tables.rows import Row as Row
from porter.tables.rows import UnmappedRow as UnmappedRow

#: target of `load` -> the folders of `rules/` that belong to it.
FOLDERS: dict[str, tuple[str, ...]] = {
    "hip": ("cuda-hip", "cub-hipcub"),
    "torch": ("torch-hip",),
}

#: What a user may choose ROCm's own library for, and the table of its names.
ROC: dict[str, str] = {
    "blas": "cublas",
    "sparse": "cusparse",
    "rand": "curand",
    "solver": "cusolver",
}
#: Where the tables of ROCm's own libraries stand.
ROC_FOLDER = "cuda-roc"

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
MARK_COLUMNS = (
    "cuda",
    "hip",
    "kind",
    "library",
    "cuda_header",
    "hip_header",
    "rocm_since",
    "proof",
    "without",
)
MIXED_COLUMNS = ("cuda", "library", "types_of")
UNMAPPED_COLUMNS = ("cuda", "kind", "scope", "library", "header", "reason")


class Tables:
    """All rows of one target.

    Args:
        names: CUDA name -> row; names inside a namespace are qualified (`cub::BlockLoad`).
        headers: CUDA header as in an `#include`, without its delimiters -> row.
        unmapped: CUDA name or header that HIP lacks -> row with the reason.
        marks: macro that tells of a CUDA header -> row.
    """

    def __init__(
        self,
        names: Lines[Row],
        headers: Mapping[bytes, HeaderRow],
        unmapped: Mapping[bytes, UnmappedRow],
        marks: Mapping[bytes, MarkRow],
    ) -> None:
        self.names = names
        self.headers = headers
        self.unmapped = unmapped
        self.marks = marks

    @classmethod
    def empty(cls) -> Tables:
        """Return tables without any row, for targets that have none."""
        return cls(Lines({}, name_row), {}, {}, {})

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


def check_roc(roc: Collection[str]) -> str:
    """Return why keys of `ROC` cannot be chosen without others, empty when they can."""
    if "solver" in roc and "blas" not in roc:
        return "rocSOLVER takes rocBLAS's handles and enums"
    return ""


def roc_name(table: str) -> str:
    """Return what ROCm calls its own library in the place of CUDA's: `rocBLAS` for `cublas`."""
    return f"roc{table.removeprefix('cu').upper()}"


def rules_folder() -> Path:
    """Return the folder `rules/`, of the wheel or of the checkout.

    Raises:
        PorterError: if neither has it.
    """
    package = real_path(porter.__file__).parent
    for folder in (package / "rules", package.parent / "rules"):
        if (folder / "cuda-hip").is_dir():
            return folder
    raise PorterError(
        "the tables (rules/) are missing from this installation",
        path=package,
        hint="install porter again",
    )


@lru_cache(maxsize=8)
def load(
    target: str = "hip", folder: Path | None = None, roc: frozenset[str] = frozenset()
) -> Tables:
    """Read the tables of `target`.

    Args:
        target: `hip` or `torch`.
        folder: where `rules/` is, when it is not porter's own.
        roc: keys of `ROC` whose names become those of ROCm's own libraries.

    Raises:
        PorterError: if the target is unknown or a table is damaged.
    """
    if target not in FOLDERS:
        raise PorterError(
            f"there are no tables for {target!r}", hint=f"known targets: {', '.join(FOLDERS)}"
        )
    root = rules_folder() if folder is None else folder
    files = _Files()
    for name in FOLDERS[target]:
        files.add(root / name)
    if roc:
        files.choose(root / ROC_FOLDER, roc)
    return Tables(
        Lines(files.names, name_row),
        Lines(files.headers, header_row),
        Lines(files.unmapped, unmapped_row),
        Lines(files.marks, mark_row),
    )


def tables_of(options: Options) -> Tables:
    """Return the tables of a conversion with these options.

    A target without tables of its own takes HIP's, which say what is CUDA's.
    """
    target = options.target if options.target in FOLDERS else "hip"
    return load(target, roc=frozenset(options.roc))


class _Files:
    """The lines of table files: key -> (line, name of the table)."""

    def __init__(self) -> None:
        self.names: dict[bytes, tuple[bytes, str]] = {}
        self.headers: dict[bytes, tuple[bytes, str]] = {}
        self.unmapped: dict[bytes, tuple[bytes, str]] = {}
        self.marks: dict[bytes, tuple[bytes, str]] = {}

    def add(self, folder: Path, tables: frozenset[str] | None = None) -> None:
        """Add the files of a folder; of some tables alone when they are named."""
        for path in sorted(folder.glob("*.tsv")):
            table = path.stem
            columns: tuple[str, ...]
            at: int | None
            if table == "headers":
                rows, columns, at = self.headers, HEADER_COLUMNS, 2
            elif table == "unmapped":
                rows, columns, at = self.unmapped, UNMAPPED_COLUMNS, 3
            elif table == "marks":
                rows, columns, at = self.marks, MARK_COLUMNS, 3
            elif table != "mixed" and (tables is None or table in tables):
                rows, columns, at = self.names, NAME_COLUMNS, None
            else:
                continue
            lines = _lines(path, columns)
            if tables is not None and at is not None:
                lines = [line for line in lines if line.split(b"\t")[at].decode() in tables]
            rows.update({line.split(b"\t", 1)[0]: (line, table) for line in lines})

    def choose(self, folder: Path, roc: frozenset[str]) -> None:
        """Put ROCm's own libraries in the place of their wrappers.

        A function of another library that takes their types is no longer mapped: the wrapper's
        types that it needs are not what the names become.
        """
        tables = frozenset(ROC[one] for one in roc)
        self.names = {k: v for k, v in self.names.items() if v[1] not in tables}
        for rows, at in ((self.headers, 2), (self.unmapped, 3), (self.marks, 3)):
            for key in [k for k, v in rows.items() if v[0].split(b"\t")[at].decode() in tables]:
                del rows[key]
        self.add(folder, tables)
        for line in _lines(folder / "mixed.tsv", MIXED_COLUMNS):
            name, library, types_of = line.split(b"\t")
            chosen = tables & set(types_of.decode().split(","))
            if library.decode() in tables or not chosen or name not in self.names:
                continue
            _, _, kind, scope, header, *_ = self.names.pop(name)[0].split(b"\t")
            options = " ".join(f"--{one} roc" for one, table in ROC.items() if table in chosen)
            reason = f"it takes types that {options} makes ROCm's own: leave that out".encode()
            self.unmapped[name] = (
                b"\t".join((name, kind, scope, library, header, reason)),
                "unmapped",
            )


def _lines(path: Path, columns: tuple[str, ...]) -> list[bytes]:
    """Return the rows of a table, each a line with as many fields as there are columns."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PorterError(f"cannot read the table: {error.strerror}", path=path) from error
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
    if data.count(b"\t") != tabs * (len(lines) + 1):
        number = next(i for i, line in enumerate(lines, start=2) if line.count(b"\t") != tabs)
        raise PorterError(f"the row does not have {tabs + 1} fields", path=path, line=number)
    return lines
