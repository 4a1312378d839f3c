"""A recorded trace: the launches of a run of CUDA's side on a GPU, with provenance."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tempfile
from dataclasses import asdict
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.verify.comparison.launch_trace import Trace, contents_beside, read
from porter.verify.recording.programs import FORMAT, Provenance

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
            about = json.loads(archive.read("about.json"))
            if about["format"] != FORMAT:
                raise PorterError(f"has format {about['format']}, not {FORMAT}", path=path)
            for member in archive.namelist():
                if re.fullmatch(r"(?:launches|contents)-\d+\.\w+", member):
                    archive.extract(member, scratch)
            trace = read(Path(scratch))  # files mapped into memory outlive their names
            kept, provenance = int(about["kept"]), Provenance(**about["provenance"])
    except (BadZipFile, KeyError, ValueError, TypeError, OSError) as error:
        raise PorterError(f"is no recorded trace: {error}", path=path, hint=_HINT) from error
    if provenance.source != source and not stale_ok:
        hint = f"{_HINT}, or pass --stale-ok"
        raise PorterError(f"the sources have changed since {name} was traced", path=path, hint=hint)
    return trace, kept, provenance
