"""Recorded outputs of an extension's case on the CUDA side, with provenance.

Large outputs are kept as samples, so that recordings stay small; what is kept is numbers.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.typing import NDArray

from porter.files import json_values as values
from porter.files.write import write_atomically
from porter.verify.archives import read_member
from porter.verify.extension.result import Result
from porter.verify.recording.file import FORMAT, LARGEST, RecordingFile, heading
from porter.verify.recording.provenance import Provenance

#: At most so many elements of an output are kept.
MAX_SAMPLES = 192
#: Stands for the largest element's index where samples are of no use: elements have no order.
WHOLE = -1
#: Elements of the largest output that can have been recorded.
_LARGEST_OUTPUT = 1 << 40
_RUN = ("inputs", "outputs")
_TIMES = ("milliseconds",)
_NUMBERS = re.compile(r"bool|u?int(?:8|16|32|64)|float(?:16|32|64)|complex(?:64|128)")


def path_of(folder: Path, project: str, case: str) -> Path:
    """Return the file that holds the recording of a case."""
    return folder / f"{project}-{case}.outputs.zip"


@dataclass
class RecordingBuilder:
    """Collects the runs of one case.

    Args:
        case: its name.
    """

    case: str
    _runs: dict[str, Any] = field(default_factory=dict)
    _data: list[bytes] = field(default_factory=list)
    _size: int = 0

    def add(self, key: str, result: Result) -> None:
        """Keep one run.

        Args:
            key: from `run_key`.
            result: what the run gave.
        """
        outputs = {
            name: self._kept(array, result.about[name]["order"] != "fixed")
            for name, array in result.arrays.items()
        }
        times = {"milliseconds": [*result.milliseconds]} if result.milliseconds else {}
        self._runs[key] = {"inputs": result.inputs, "outputs": outputs, **times}

    def store(self, path: Path, provenance: Provenance) -> Path:
        """Write the recording; return its file.

        Args:
            path: from `path_of`.
            provenance: where the runs were made.
        """
        about = {**heading(provenance), "case": self.case, "runs": self._runs}
        content = io.BytesIO()
        with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=9) as archive:
            archive.writestr("about.json", json.dumps(about))
            archive.writestr("numbers.bin", b"".join(self._data))
        write_atomically(path, content.getvalue())
        return path

    def _kept(self, array: NDArray[Any], is_whole: bool) -> dict[str, Any]:
        flat = array.reshape(-1)
        largest = WHOLE if is_whole else _largest(flat)
        kept = flat[sample_indices(flat.size, largest)].tobytes()
        self._data.append(kept)
        start, self._size = self._size, self._size + len(kept)
        return {"dtype": array.dtype.name, "shape": array.shape, "start": start,
                "largest": largest}  # fmt: skip


def run_key(point: str, seed: int) -> str:
    """Return how a recording calls one run."""
    return f"{point} seed={seed}"


def sample_indices(size: int, largest: int) -> NDArray[np.int64]:
    """Return which elements of a flattened output are kept.

    Args:
        size: how many it has.
        largest: index of its largest element, which tolerances may refer to; `WHOLE` for all.
    """
    if size <= MAX_SAMPLES or largest == WHOLE:
        return np.arange(size)
    drawn = np.random.default_rng(size).choice(size, MAX_SAMPLES - 1, replace=False)
    return np.union1d(drawn, [largest])


def load(
    path: Path,
    case: str,
    key: str,
    inputs: str,
    source: Callable[[str], str],
    *,
    stale_ok: bool = False,
) -> tuple[Result, Provenance]:
    """Read one run of a recording.

    Args:
        path: from `path_of`.
        case: name of the case, for messages.
        key: from `run_key`.
        inputs: hash of what the run is given now.
        source: gives the hash of the sources as they are now, for an architecture.
        stale_ok: accept a recording of other sources.

    Raises:
        UnusableRecording: there is none, it is damaged, or sources or inputs have changed since.
    """
    file = RecordingFile(path, case)
    with file.reading():
        about, numbers = _content(path, path.stat().st_mtime_ns)
        provenance = file.provenance(about)
        run = values.table(about["runs"]).get(key)
        found = {"inputs": "", "outputs": {}} if run is None else values.fields(run, _RUN, _TIMES)
        given, made = (found[name] for name in _RUN)
        times = tuple(map(values.number, values.rows(found.get("milliseconds", []))))
        result = replace(_result(values.table(made), numbers), milliseconds=times)
    if not stale_ok:
        file.check_sources(provenance, source(provenance.arch))
    if run is None:
        lacks = "was not recorded with these inputs (refusals and failures are not kept)"
        raise file.other(lacks, f": {key}")
    if given != inputs:
        raise file.other("was recorded with other inputs")
    return result, provenance


@lru_cache(maxsize=8)
def _content(path: Path, changed: int) -> tuple[dict[str, Any], bytes]:
    del changed  # another time of change is another content
    with ZipFile(path) as archive:
        about_text = read_member(archive, "about.json", LARGEST)
        about = values.document(about_text, FORMAT, ("case", "provenance", "runs"))
        return about, read_member(archive, "numbers.bin", LARGEST)


def _result(outputs: Mapping[str, Any], numbers: bytes) -> Result:
    arrays, samples, shapes = {}, {}, {}
    for name, value in outputs.items():
        kept = values.fields(value, ("dtype", "shape", "start", "largest"))
        dtype, shape = _dtype(kept["dtype"]), tuple(map(values.whole, values.rows(kept["shape"])))
        size, largest = prod(shape), values.whole(kept["largest"], WHOLE)
        there = (len(numbers) - values.whole(kept["start"])) // dtype.itemsize
        if there < (size if largest == WHOLE else min(size, MAX_SAMPLES - 1)):
            raise ValueError(f"numbers of {name} are missing")
        if size > _LARGEST_OUTPUT or largest >= max(size, 1):
            raise ValueError(f"{name} has no such shape")
        where = sample_indices(size, largest)
        array = np.frombuffer(numbers, dtype, len(where), kept["start"])
        if len(where) == size:
            arrays[name] = array.reshape(shape)
        else:
            arrays[name], samples[name], shapes[name] = array, where, shape
    return Result(arrays, {}, 0.0, samples=samples, shapes=shapes)


def _dtype(value: Any) -> np.dtype[Any]:
    if not _NUMBERS.fullmatch(values.text(value)):
        raise ValueError("the format of numbers was expected")
    found: np.dtype[Any] = np.dtype(value)
    return found


def _largest(flat: NDArray[Any]) -> int:
    """Return the index of the largest finite element."""
    if not flat.size or flat.dtype.kind not in "fu":
        return 0
    if flat.dtype.kind == "u":  # bits of narrow floats: without the sign they are ordered
        sizes = (flat & np.iinfo(flat.dtype).max >> 1).astype(np.float64)
    else:
        sizes = np.abs(flat.astype(np.float64))
    return int(np.argmax(np.where(np.isfinite(sizes), sizes, -1.0)))
