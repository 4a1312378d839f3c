"""Recorded arrays of a kernel on the CUDA side, with provenance."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from porter.files import json_values as values
from porter.files.write import write_atomically
from porter.project.settings.kernel_cases import KernelCase
from porter.verify.archives import array_of, read_member
from porter.verify.recording.file import FORMAT, LARGEST, RecordingFile, heading
from porter.verify.recording.provenance import Provenance

Arrays = Mapping[str, NDArray[Any]]


def path_of(folder: Path, case: KernelCase) -> Path:
    """Return the file that holds the recording of `case`."""
    stem = re.sub(r"\W+", "_", f"{Path(case.source).stem}-{case.kernel}").strip("_")
    tail = hashlib.sha256("\0".join((case.name, *case.flags)).encode()).hexdigest()
    return folder / f"{stem}-{tail[:8]}.npz"


def run_key(point: Mapping[str, int], seed: int) -> str:
    """Return how a recording calls one run."""
    return ",".join([*(f"{name}={value}" for name, value in point.items()), f"seed={seed}"])


def store(
    folder: Path,
    case: KernelCase,
    runs: Mapping[str, tuple[str, Arrays]],
    provenance: Provenance,
    times: Mapping[str, Sequence[float]] = MappingProxyType({}),
) -> Path:
    """Write a recording; return its file.

    Args:
        folder: where the project keeps its recordings.
        case: the kernel.
        runs: by `run_key`, the digest of what the run was given and the arrays it left.
        provenance: where it was made.
        times: by `run_key`, the milliseconds of timed launches.
    """
    digests = {key: digest for key, (digest, _) in runs.items()}
    about = {**heading(provenance), "case": case.name, "inputs": digests}
    about["milliseconds"] = {key: [*values] for key, values in times.items()}
    members = {f"{key}/{name}": array
               for key, (_, arrays) in runs.items() for name, array in arrays.items()}  # fmt: skip
    content = io.BytesIO()
    np.savez_compressed(content, about=np.array(json.dumps(about)), **members)  # type: ignore[arg-type]
    path = path_of(folder, case)
    write_atomically(path, content.getvalue())
    return path


def load(
    folder: Path, case: KernelCase, key: str, digest: str, source: str, *, stale_ok: bool = False
) -> tuple[Arrays, Provenance, tuple[float, ...]]:
    """Read one run of a recording: the arrays, where it was made, and its milliseconds.

    Args:
        folder: where the project keeps its recordings.
        case: the kernel.
        key: the run, by `run_key`.
        digest: of what the run is given now.
        source: hash of the sources as they are now.
        stale_ok: accept a recording of other sources.

    Raises:
        UnusableRecording: there is none, it is damaged, or sources or inputs have changed since.
    """
    file = RecordingFile(path_of(folder, case), case.name)
    with file.reading(), ZipFile(file.path) as archive:
        about_array = array_of(read_member(archive, "about.npy", LARGEST))
        keys = ("case", "inputs", "provenance")
        about = values.document(str(about_array), FORMAT, keys, ("milliseconds",))
        timed = values.table(about.get("milliseconds", {})).get(key, [])
        times = tuple(map(values.number, values.rows(timed)))
        provenance, recorded = file.provenance(about), values.table(about["inputs"]).get(key)
        arrays = {
            name.rpartition("/")[2].removesuffix(".npy"): array_of(
                read_member(archive, name, LARGEST)
            )
            for name in archive.namelist()
            if name.startswith(f"{key}/")
        }
    if not stale_ok:
        file.check_sources(provenance, source)
    if recorded != digest:
        raise file.other("was recorded with other arguments", f" at {key}")
    for argument in case.arguments:
        if argument.role in ("out", "inout") and argument.name not in arrays:
            raise file.damaged(f"has no array {argument.name} at {key}")
    return arrays, provenance, times
