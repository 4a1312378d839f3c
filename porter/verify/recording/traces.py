"""A recorded trace: the launches of the CUDA side on a GPU, with provenance."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.regular import LARGEST_SETTINGS
from porter.files.write import write_atomically
from porter.verify.archives import read_member
from porter.verify.comparison.launch_trace import Trace, contents_beside, read
from porter.verify.recording.file import FORMAT, LARGEST, RecordingFile, heading
from porter.verify.recording.provenance import Provenance


def path_of(folder: Path, name: str) -> Path:
    """Return the file that holds the trace of the check or program called `name`."""
    stem = re.sub(r"\W+", "_", name)[:40].strip("_")
    return folder / f"{stem}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.trace.zip"


def store(folder: Path, name: str, stored_size: int, made: Path, provenance: Provenance) -> Path:
    """Keep a trace; return its file.

    Args:
        folder: where the project keeps its recordings.
        name: of what was run.
        stored_size: bytes stored of each buffer.
        made: the folder that the run wrote.
        provenance: where it ran.

    Raises:
        PorterError: nothing was launched.
    """
    launches = sorted(made.glob("launches-*.jsonl"))
    if not launches:
        raise PorterError(f"{name} launched nothing that can be traced")
    about = {**heading(provenance), "name": name, "kept": stored_size}
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("about.json", json.dumps(about, indent=1))
        for number, path in enumerate(launches):
            archive.write(path, f"launches-{number:03}.jsonl")
            if contents_beside(path).is_file():
                archive.write(contents_beside(path), f"contents-{number:03}.bin")
    path = path_of(folder, name)
    write_atomically(path, content.getvalue())
    return path


def load(
    folder: Path, name: str, source: Callable[[str], str], *, stale_ok: bool = False
) -> tuple[Trace, int, Provenance]:
    """Return a recorded trace, how many bytes of each buffer it keeps, and where it was made.

    Args:
        folder: where the project keeps its recordings.
        name: of what was run.
        source: gives the hash of the sources as they are now, for an architecture.
        stale_ok: accept a recording of other sources.

    Raises:
        UnusableRecording: there is none, it is damaged, or the sources have changed since.
    """
    file = RecordingFile(
        path_of(folder, name), name, "recorded trace", "traced", "porter record --trace"
    )
    with (
        file.reading(),
        ZipFile(file.path) as archive,
        tempfile.TemporaryDirectory(prefix="porter-") as scratch,
    ):
        about_text = read_member(archive, "about.json", LARGEST_SETTINGS)
        about = values.document(about_text, FORMAT, ("name", "kept", "provenance"))
        provenance, stored_size = file.provenance(about), values.whole(about["kept"])
        left = LARGEST
        for member in archive.namelist():
            if re.fullmatch(r"(?:launches|contents)-\d{1,9}\.\w{1,9}", member):
                data = read_member(archive, member, left)
                left -= len(data)
                (Path(scratch) / member).write_bytes(data)
        trace = read(Path(scratch))  # files mapped into memory outlive their names
    if not stale_ok:
        file.check_sources(provenance, source(provenance.arch))
    return trace, stored_size, provenance
