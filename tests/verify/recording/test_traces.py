"""Traces kept: what comes back, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.verify.recording import traces as trace_recording
from porter.verify.recording.provenance import Provenance

PROVENANCE = Provenance("NVIDIA H200", "580", "13.0", "2026-01-31", "abc")
LINE = (
    '{"kernel": "f(float*)", "grid": [1, 1, 1], "block": [2, 1, 1], "lds": 0, "values": [null], '
    '"buffers": [{"place": "0", "bytes": 8, "offset": 0, "hash": "00", "bag": "1", "at": 0, '
    '"stored": 8, "sample": 8, "step": 8}]}\n{"note": "a graph"}\n'
)


def made(folder: Path) -> Path:
    folder.mkdir()
    (folder / "launches-17.jsonl").write_text(LINE)
    (folder / "contents-17.bin").write_bytes(np.array([1.5, 2.5], np.float32).tobytes())
    return folder


def test_a_trace_comes_back(tmp_path: Path) -> None:
    trace_recording.store(tmp_path, "scan.cu 65", 4096, made(tmp_path / "run"), PROVENANCE)
    trace, kept, provenance = trace_recording.load(tmp_path, "scan.cu 65", lambda _: "abc")
    assert (kept, provenance, trace.notes) == (4096, PROVENANCE, ("a graph",))
    (launch,) = trace.launches
    stored = launch.buffers[0].stored
    assert stored is not None and np.asarray(stored).view(np.float32).tolist() == [1.5, 2.5]


def test_what_is_missing_stale_or_damaged_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match=r"no recorded trace of scan\.cu"):
        trace_recording.load(tmp_path, "scan.cu", lambda _: "abc")
    path = trace_recording.store(tmp_path, "scan.cu", 0, made(tmp_path / "run"), PROVENANCE)
    with pytest.raises(PorterError, match="have changed since"):
        trace_recording.load(tmp_path, "scan.cu", lambda _: "other")
    assert trace_recording.load(tmp_path, "scan.cu", lambda _: "other", stale_ok=True)[1] == 0
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(PorterError, match="is not a recorded trace"):
        trace_recording.load(tmp_path, "scan.cu", lambda _: "abc")


def test_a_run_without_launches_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="launched nothing"):
        trace_recording.store(tmp_path, "scan.cu", 0, tmp_path, PROVENANCE)
