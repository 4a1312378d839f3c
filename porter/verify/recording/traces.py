"""A recorded trace: the launches of a run of CUDA's side on a GPU, with provenance."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tempfile
from dataclasses import asdict
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.regular import LARGEST_SETTINGS
from porter.files.write import write_atomically
from porter.verify.archives import DAMAGE, read_member
from porter.verify.comparison.launch_trace import Trace, contents_beside, read
from porter.verify.recording.programs import FORMAT, LARGEST, Provenance, provenance_of

_HINT = "run `porter record --trace` on a machine with an NVIDIA GPU"


def path_of(folder: Path, name: str) -> Path:
    """Return the file that holds the trace of the check or program called `name`."""
    stem = re.sub(r"\W+", "_", name)[:40].strip("_")
    return folder / f"{stem}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.trace.zip"


def store(folder: Path, name: str, kept: int, made: Path, provenance: Provenance) -> Path:
    """Keep a trace; return its file.

    Args:
        folder: where the project keeps its recordings.
        name: of what was run.
        kept: bytes kept of each buffer.
        made: the folder that the run wrote.
        provenance: where it ran.

    Raises:
        PorterError: nothing was launched.
    """
    launches = sorted(made.glob("launches-*.jsonl"))
    if not launches:
        raise PorterError(f"{name} launched nothing that can be traced")
    about = {"format": FORMAT, "name": name, "kept": kept, "provenance": asdict(provenance)}
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
    folder: Path, name: str, source: str, *, stale_ok: bool = False
) -> tuple[Trace, int, Provenance]:
    """Return a recorded trace, how many bytes of each buffer it keeps, and where it was made.

    Args:
        folder: where the project keeps its recordings.
        name: of what was run.
        source: hash of the sources as they are now.
        stale_ok: accept a recording of other sources.

    Raises:
        PorterError: there is none, it is damaged, or the sources have changed since.
    """
    path = path_of(folder, name)
    if not path.is_file():
        raise PorterError(f"no recorded trace of {name}", path=path, hint=_HINT)
    try:
        with ZipFile(path) as archive, tempfile.TemporaryDirectory(prefix="porter-") as scratch:
            said = read_member(archive, "about.json", LARGEST_SETTINGS)
            about = values.document(said, FORMAT, ("name", "kept", "provenance"))
            kept, provenance = values.whole(about["kept"]), provenance_of(about["provenance"])
            left = LARGEST
            for member in archive.namelist():
                if re.fullmatch(r"(?:launches|contents)-\d{1,9}\.\w{1,9}", member):
                    data = read_member(archive, member, left)
                    left -= len(data)
                    (Path(scratch) / member).write_bytes(data)
            trace = read(Path(scratch))  # files mapped into memory outlive their names
    except DAMAGE as error:
        raise PorterError(f"is no recorded trace: {error}", path=path, hint=_HINT) from error
    except PorterError as error:
        reason = f"is no recorded trace: {error.message}"
        raise PorterError(reason, path=path, hint=_HINT) from error
    if provenance.source != source and not stale_ok:
        hint = f"{_HINT}, or pass --stale-ok"
        raise PorterError(f"the sources have changed since {name} was traced", path=path, hint=hint)
    return trace, kept, provenance
