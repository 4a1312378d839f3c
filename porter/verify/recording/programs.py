"""A stored run of the CUDA side, with what it was made from and on."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.regular import read_regular
from porter.files.write import write_atomically
from porter.project.settings.program_cases import ProgramCase

#: Raised when a key changes its meaning or goes away.
FORMAT = 1
#: Bytes of the largest recording, and of the largest thing in one, that is read.
LARGEST = 1_000_000_000

_KEYS = ("case", "returncode", "stdout", "provenance")
#: What builds and runs leave in a project.
_MADE = frozenset((".git", "__pycache__", "build", "dist"))
_MADE_SUFFIXES = frozenset((".pyc", ".o", ".so", ".a"))
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a recording comes from.

    Attributes:
        device: the GPU, as its driver calls it.
        driver: version of the driver; empty on the cpu executor.
        toolkit: release of nvcc.
        date: day of the run, ISO 8601.
        source: SHA-256 over the sources of the program, in hex.
    """

    device: str
    driver: str
    toolkit: str
    date: str
    source: str

    def __str__(self) -> str:
        if not self.driver:
            return f"CUDA on {self.device}"
        return f"{self.device}, driver {self.driver}, CUDA {self.toolkit}, {self.date}"


@dataclass(frozen=True, slots=True)
class Recording:
    """What a program did on the CUDA side.

    Attributes:
        case: name of the case.
        returncode: the exit status.
        stdout: what it printed.
        provenance: where it ran.
        files: content of the case's files that it wrote.
    """

    case: str
    returncode: int
    stdout: str
    provenance: Provenance
    files: Mapping[str, bytes] = field(default_factory=dict)


def source_hash(folder: Path, source: str) -> str:
    """Return a SHA-256 over a program's source and the files of `folder` that it includes.

    Args:
        folder: the project.
        source: the program's source, relative to it; empty for all files of the folder but those
            that builds leave there.

    Returns:
        The hash in hex; other programs of the project have no part in it.
    """
    parts: dict[str, bytes] = {}
    left = [folder / source] if source else [*_all_sources(folder)]
    while left:
        path = left.pop()
        name = os.path.relpath(path, folder)
        if name in parts or not path.is_file():
            continue
        parts[name] = read_regular(path)
        left += [path.parent / os.fsdecode(header) for header in _INCLUDE.findall(parts[name])]
    digest = hashlib.sha256()
    for name, data in sorted(parts.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def _all_sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if not _MADE.intersection(parts) and path.suffix not in _MADE_SUFFIXES:
            yield path


def path_of(folder: Path, case: ProgramCase) -> Path:
    """Return the file that holds the recording of `case`."""
    stem = re.sub(r"\W+", "_", Path(case.source).stem or case.run).strip("_")
    words = (case.source or case.run, *case.args, *case.flags)
    tail = hashlib.sha256("\0".join(words).encode()).hexdigest()
    return folder / f"{stem}-{tail[:8]}.json"


def store(folder: Path, case: ProgramCase, recording: Recording) -> Path:
    """Write a recording; return its file."""
    path = path_of(folder, case)
    files = {name: base64.b64encode(data).decode() for name, data in recording.files.items()}
    document = {"format": FORMAT, **asdict(recording), "files": files}
    if not files:
        del document["files"]
    text = json.dumps(document, indent=1, ensure_ascii=False)
    write_atomically(path, text.encode() + b"\n")
    return path


def load(folder: Path, case: ProgramCase, source: str, *, stale_ok: bool = False) -> Recording:
    """Read the recording of `case`.

    Args:
        folder: where the project keeps its recordings.
        case: what was run.
        source: hash of the sources as they are now.
        stale_ok: accept a recording of other sources.

    Raises:
        PorterError: there is none, it is of another format, or the sources have changed since.
    """
    path = path_of(folder, case)
    hint = "run `porter record` on a machine with an NVIDIA GPU"
    try:
        found = values.document(read_regular(path, LARGEST), FORMAT, _KEYS, ("files",))
        files = values.table(found.get("files", {}))
        recording = Recording(
            values.text(found["case"]),
            values.whole(found["returncode"], -(1 << 31)),
            values.text(found["stdout"]),
            provenance_of(found["provenance"]),
            {name: _decoded(text) for name, text in files.items()},
        )
    except FileNotFoundError as error:
        raise PorterError(f"no recording of {case.name}", path=path, hint=hint) from error
    except (OSError, ValueError) as error:
        raise PorterError(f"is no recording: {error}", path=path, hint=hint) from error
    if recording.provenance.source != source and not stale_ok:
        raise PorterError(
            f"the sources have changed since {case.name} was recorded",
            path=path,
            hint=hint + ", or pass --stale-ok",
        )
    return recording


def provenance_of(value: Any) -> Provenance:
    """Take a value of a recording for where it comes from.

    Raises:
        ValueError: it is something else.
    """
    names = [field.name for field in fields(Provenance)]
    found = values.fields(value, names)
    return Provenance(**{name: values.text(found[name]) for name in names})


def _decoded(value: Any) -> bytes:
    return base64.b64decode(values.text(value), validate=True)
