"""Recorded outputs of cases: samples of numbers come back, what has changed is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.verify.extension import recording
from porter.verify.extension.compare import compare
from porter.verify.extension.recording import MAX_SAMPLES, RecordingBuilder, run_key, sample_indices
from porter.verify.extension.result import Result
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.unusable import UnusableRecording

PROVENANCE = Provenance("NVIDIA H200", "580", "13.0, PyTorch 2.11.0", "2026-01-31", "abc")
ABOUT = {"dtype": "float32", "terms": 1, "accumulate": None, "magnitude": None, "exact": False,
         "order": "fixed"}  # fmt: skip
RANDOM = np.random.default_rng(7)


def made(**arrays: np.ndarray) -> Result:
    about = {name: {**ABOUT, "dtype": array.dtype.name} for name, array in arrays.items()}
    return Result(arrays, about, 0.1, inputs="given")


def stored(folder: Path, result: Result) -> Path:
    builder = RecordingBuilder("sums")
    builder.add(run_key("rows=3", 0), made(other=np.zeros(5)))
    builder.add(run_key("rows=3", 1), result)
    return builder.store(recording.path_of(folder, "row_sums", "sums"), PROVENANCE)


def loaded(path: Path, inputs: str = "given", source: str = "abc") -> Result:
    return recording.load(path, "sums", run_key("rows=3", 1), inputs, lambda _: source)[0]


def test_a_port_that_gives_the_same(tmp_path: Path) -> None:
    result = made(small=np.arange(6, dtype=np.int64).reshape(2, 3),
                  large=np.arange(2000, dtype=np.float32).reshape(40, 50))  # fmt: skip
    found = loaded(stored(tmp_path, result))
    assert found.arrays["small"].tolist() == [[0, 1, 2], [3, 4, 5]]
    compared = dict(compare(found, result))
    assert all(each.passed for each in compared.values())
    assert (compared["small"].elements, compared["large"].elements) == (6, MAX_SAMPLES)


def test_a_difference_is_found_and_has_its_place(tmp_path: Path) -> None:
    large = RANDOM.standard_normal((40, 50)).astype(np.float32)
    found = loaded(stored(tmp_path, made(large=large)))
    wrong = large.copy()
    wrong[7:] += 1
    compared = dict(compare(found, made(large=wrong)))["large"]
    assert not compared.passed and compared.worst is not None
    row, column = compared.worst.index
    assert row >= 7 and compared.worst.actual == wrong[row, column]
    shape = dict(compare(found, made(large=large.reshape(50, 40))))["large"]
    assert "the shape is" in shape.problem


def test_what_has_no_order_is_kept_whole(tmp_path: Path) -> None:
    result = made(found=np.arange(3000))
    result = replace(result, about={"found": {**result.about["found"], "order": "any"}})
    kept = loaded(stored(tmp_path, result))
    turned = replace(result, arrays={"found": np.arange(3000)[::-1].copy()})
    assert dict(compare(kept, turned))["found"].passed
    turned.arrays["found"][7] = 1
    assert not dict(compare(kept, turned))["found"].passed


def test_samples_hold_the_largest_element() -> None:
    assert sample_indices(MAX_SAMPLES, 3).tolist() == list(range(MAX_SAMPLES))
    assert 12345 in sample_indices(100_000, 12345)
    assert len(sample_indices(100_000, 12345)) in (MAX_SAMPLES - 1, MAX_SAMPLES)
    assert sample_indices(100_000, 5).tolist() == sample_indices(100_000, 5).tolist()


def test_what_is_missing_stale_or_damaged_is_refused(tmp_path: Path) -> None:
    path = recording.path_of(tmp_path, "row_sums", "sums")
    with pytest.raises(PorterError, match="no recording of sums"):
        loaded(path)
    stored(tmp_path, made(x=np.zeros(3)))
    with pytest.raises(PorterError, match="other inputs"):
        loaded(path, inputs="others")
    with pytest.raises(PorterError, match="have changed since"):
        loaded(path, source="def")
    recording.load(path, "sums", run_key("rows=3", 1), "given", "def", stale_ok=True)
    with pytest.raises(UnusableRecording, match="are not kept") as caught:
        recording.load(path, "sums", run_key("rows=4", 1), "given", lambda _: "abc")
    assert "rows" not in caught.value.reason  # said once for all points
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(PorterError, match="is not a recording"):
        loaded(path)


def test_results_without_samples_are_compared_whole() -> None:
    result = made(x=np.ones((3, 400)))
    wrong = replace(result, arrays={"x": np.ones((3, 400)) * 2})
    assert dict(compare(result, wrong))["x"].mismatches == 1200
