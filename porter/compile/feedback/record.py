"""What a conversion said of each file, kept so that a failed build can be held against it."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from porter.files.json_values import document, name, row, rows, table, text, whole
from porter.files.port_folder import own_folder
from porter.files.regular import LARGEST_RECORD, read_regular
from porter.files.write import write_atomically
from porter.source.text.edits import Severity

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion

_FORMAT = 4
_KEYS = ("upstream", "files", "unconverted", "left_out", "taken")
_NAME = "conversion.json"


class Said(NamedTuple):
    """A finding of the conversion; line and column (in bytes) are upstream's and begin at 1."""

    rule: str
    severity: Severity
    line: int
    column: int
    message: str


class ConvertedFile(NamedTuple):
    """A file of the port: the path that it has upstream, and what was said of it."""

    upstream: str
    said: tuple[Said, ...] = ()


class ConversionRecord(NamedTuple):
    """A conversion.

    Attributes:
        upstream: the root of the tree that was converted.
        files: path in the port -> file, for those with findings or another name.
        unconverted: folders of other people's code, which were copied as they are, as was told.
        left_out: what CUDA's compiler had made, which no port can have, as was told.
        taken: files of these folders that were converted, since the project includes or builds
            them.
    """

    upstream: Path
    files: Mapping[str, ConvertedFile]
    unconverted: Sequence[str] = ()
    left_out: Sequence[str] = ()
    taken: Sequence[str] = ()

    @classmethod
    def of(cls, conversion: TreeConversion) -> ConversionRecord:
        """Return what is to be remembered of a conversion."""
        said: dict[str, list[Said]] = {}
        for path, one in conversion.findings:
            finding = one.finding
            said.setdefault(path, []).append(
                Said(finding.rule, finding.severity, *one.place, finding.full_message)
            )
        return cls(
            conversion.project.root,
            {
                conversion.renamed.get(path, path): ConvertedFile(path, tuple(said.get(path, ())))
                for path in {**said, **conversion.renamed}
            },
            tuple(sorted(conversion.project.vendored)),
            tuple(conversion.project.built_for_cuda),
            tuple(sorted(conversion.renamed.get(one, one) for one in conversion.project.included)),
        )

    def file(self, path: str) -> ConvertedFile:
        """Return what is known of a file of the port."""
        return self.files.get(path) or ConvertedFile(path)

    def is_unconverted(self, path: str) -> bool:
        """Tell whether a file of the port lies in a folder that was copied as it is."""
        inside = any(path.startswith(f"{folder}/") for folder in self.unconverted)
        return inside and path not in self.taken

    def is_left_out(self, name: str) -> bool:
        """Tell whether a file, as make names it in any folder, was made by CUDA's compiler."""
        wanted = f"/{posixpath.normpath(name)}"
        return any(f"/{path}".endswith(wanted) for path in self.left_out)

    def write(self, port: Path) -> None:
        """Keep the record in the port's folder in porter's own, where that can be written."""
        files = {path: [one.upstream, one.said] for path, one in self.files.items()}
        values = {
            "format": _FORMAT,
            "upstream": str(self.upstream.absolute()),  # a build runs from another folder
            "files": files,
            "unconverted": list(self.unconverted),
            "left_out": list(self.left_out),
            "taken": list(self.taken),
        }
        with suppress(OSError, ValueError):
            write_atomically(own_folder(port) / _NAME, json.dumps(values).encode())


def recorded(port: Path) -> ConversionRecord | None:
    """Return the record of the conversion that wrote a port; None where there is none to read."""
    try:
        data = read_regular(own_folder(port) / _NAME, LARGEST_RECORD)
        values = document(data, _FORMAT, _KEYS)
        files = {name(path): _file(one) for path, one in table(values["files"]).items()}
        unconverted = tuple(map(name, rows(values["unconverted"])))
        left_out = tuple(map(name, rows(values["left_out"])))
        taken = tuple(map(name, rows(values["taken"])))
        return ConversionRecord(Path(name(values["upstream"])), files, unconverted, left_out, taken)
    except (OSError, ValueError):
        return None


def _file(value: object) -> ConvertedFile:
    path, said = row(value, 2)
    return ConvertedFile(name(path), tuple(map(_said, rows(said))))


def _said(value: object) -> Said:
    rule, severity, line, column, message = row(value, 5)
    return Said(
        text(rule), Severity(text(severity)), whole(line, 1), whole(column, 1), text(message)
    )
