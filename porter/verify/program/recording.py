"""A recorded program: its output and files on the CUDA side, with provenance."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from porter.files import json_values as values
from porter.files.regular import read_regular
from porter.files.write import write_atomically
from porter.project.settings.program_cases import ProgramCase
from porter.verify.recording.file import FORMAT, LARGEST, RecordingFile
from porter.verify.recording.provenance import Provenance

_OPTIONAL = ("files", "milliseconds")
_KEYS = ("case", "returncode", "stdout", "provenance")


@dataclass(frozen=True, slots=True)
class Recording:
    """What a program did on the CUDA side.

    Attributes:
        case: name of the case.
        returncode: the exit status.
        stdout: what it printed.
        provenance: where it ran.
        files: content of the case's files that it wrote.
        milliseconds: of all its launches together, in each of some runs; empty when not timed.
    """

    case: str
    returncode: int
    stdout: str
    provenance: Provenance
    files: Mapping[str, bytes] = field(default_factory=dict)
    milliseconds: tuple[float, ...] = ()


def path_of(folder: Path, case: ProgramCase) -> Path:
    """Return the file that holds the recording of `case`."""
    stem = re.sub(r"\W+", "_", Path(case.source).stem or case.run).strip("_")
    given = (f"< {case.input}",) if case.input else ()
    words = (*case.settings, case.source or case.run, *case.args, *case.flags, *given)
    tail = hashlib.sha256("\0".join(words).encode()).hexdigest()
    return folder / f"{stem}-{tail[:8]}.json"


def store(folder: Path, case: ProgramCase, recording: Recording) -> Path:
    """Write a recording; return its file."""
    path = path_of(folder, case)
    files = {name: base64.b64encode(data).decode() for name, data in recording.files.items()}
    document = {"format": FORMAT, **asdict(recording), "files": files}
    for name in ("files", "milliseconds"):
        if not document[name]:
            del document[name]
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
        UnusableRecording: there is none, it is damaged, or the sources have changed since.
    """
    file = RecordingFile(path_of(folder, case), case.name)
    with file.reading():
        about = values.document(read_regular(file.path, LARGEST), FORMAT, _KEYS, _OPTIONAL)
        files = values.table(about.get("files", {}))
        found = Recording(
            values.text(about["case"]),
            values.whole(about["returncode"], -(1 << 31)),
            values.text(about["stdout"]),
            file.provenance(about),
            {name: _decoded(text) for name, text in files.items()},
            tuple(map(values.number, values.rows(about.get("milliseconds", [])))),
        )
    if not stale_ok:
        file.check_sources(found.provenance, source)
    return found


def _decoded(value: Any) -> bytes:
    return base64.b64decode(values.text(value), validate=True)
