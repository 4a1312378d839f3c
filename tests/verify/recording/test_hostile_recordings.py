"""Recordings that a stranger wrote: read as what they are or named as none, never a traceback."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any, ClassVar
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from porter.errors import PorterError
from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.program_cases import ProgramCase
from porter.verify.extension import recording as outputs
from porter.verify.kernel import recording as array_recording
from porter.verify.program import recording
from porter.verify.recording import traces as trace_recording
from tests.files.hostile_json import TEXTS, without_and_with_other_values
from tests.files.no_files import KINDS, put
from tests.time_limit import time_limit

Told = dict[str, Any]
PROGRAM = ProgramCase("sum.cu", args=("7",))
KERNEL = KernelCase("add.cu", "add", arguments=())
WHERE = {
    "device": "a GPU",
    "driver": "580",
    "toolkit": "13.0",
    "date": "2026-01-31",
    "source": "abc",
}
LAUNCH = {
    "kernel": "f(float*)", "grid": [1, 1, 1], "block": [2, 1, 1], "lds": 0, "values": [None, "00"],
    "buffers": [{"place": "0", "bytes": 8, "offset": 0, "hash": "00", "bag": "1", "at": 0,
                 "stored": 8, "sample": 8, "step": 8}],
}  # fmt: skip
OUTPUT = {"dtype": "float32", "shape": [2], "start": 0, "largest": 1}


def packed(**members: bytes) -> bytes:
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "-").replace("_", "."), data)
    return content.getvalue()


def npy(array: np.ndarray) -> bytes:
    content = io.BytesIO()
    np.save(content, array)
    return content.getvalue()


class Program:
    about: ClassVar[Told] = {
        "format": 1,
        "case": "sum.cu 7",
        "returncode": -11,
        "stdout": "28\n",
        "provenance": WHERE,
        "files": {"out": base64.b64encode(b"x").decode()},
    }

    @staticmethod
    def path(folder: Path) -> Path:
        return recording.path_of(folder, PROGRAM)

    @staticmethod
    def content(about: bytes) -> bytes:
        return about

    @staticmethod
    def load(folder: Path) -> object:
        return recording.load(folder, PROGRAM, "abc", stale_ok=True)


class Arrays:
    about: ClassVar[Told] = {
        "format": 1,
        "case": KERNEL.name,
        "inputs": {"seed=0": "d"},
        "provenance": WHERE,
    }

    @staticmethod
    def path(folder: Path) -> Path:
        return array_recording.path_of(folder, KERNEL)

    @staticmethod
    def content(about: bytes) -> bytes:
        text = np.array(about.decode("utf-8", "replace"))
        members = {"about.npy": npy(text), "seed=0/y.npy": npy(np.zeros(3, np.float32))}
        content = io.BytesIO()
        with ZipFile(content, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
        return content.getvalue()

    @staticmethod
    def load(folder: Path) -> object:
        return array_recording.load(folder, KERNEL, "seed=0", "d", "abc", stale_ok=True)


class Traces:
    about: ClassVar[Told] = {"format": 1, "name": "sum", "kept": 4096, "provenance": WHERE}

    @staticmethod
    def path(folder: Path) -> Path:
        return trace_recording.path_of(folder, "sum")

    @staticmethod
    def content(about: bytes) -> bytes:
        launches = json.dumps(LAUNCH).encode()
        return packed(about_json=about, launches__000_jsonl=launches, contents__000_bin=bytes(8))

    @staticmethod
    def load(folder: Path) -> object:
        return trace_recording.load(folder, "sum", "abc", stale_ok=True)


class Launches(Traces):
    about: ClassVar[Told] = LAUNCH

    @staticmethod
    def content(about: bytes) -> bytes:
        told = json.dumps(Traces.about).encode()
        return packed(about_json=told, launches__000_jsonl=about, contents__000_bin=bytes(8))


class Outputs:
    about: ClassVar[Told] = {
        "format": 1,
        "case": "sums",
        "provenance": WHERE,
        "runs": {"n=1 seed=0": {"inputs": "given", "outputs": {"y": OUTPUT}}},
    }

    @staticmethod
    def path(folder: Path) -> Path:
        return outputs.path_of(folder, "p", "sums")

    @staticmethod
    def content(about: bytes) -> bytes:
        return packed(about_json=about, numbers_bin=bytes(8))

    @staticmethod
    def load(folder: Path) -> object:
        outputs._content.cache_clear()
        path = outputs.path_of(folder, "p", "sums")
        return outputs.load(path, "sums", "n=1 seed=0", "given", "abc", stale_ok=True)


FORMS = [Program, Arrays, Traces, Launches, Outputs]


@pytest.mark.parametrize("form", FORMS)
def test_a_recording_itself_is_loaded(tmp_path: Path, form) -> None:
    form.path(tmp_path).write_bytes(form.content(json.dumps(form.about).encode()))
    assert form.load(tmp_path) is not None


@pytest.mark.parametrize("form", FORMS)
def test_any_value_of_another_type_is_named_or_taken(tmp_path: Path, form) -> None:
    refused = 0
    variants = [(repr(data[:20]), data) for data in TEXTS]
    for what, data in [*variants, *without_and_with_other_values(form.about)]:
        form.path(tmp_path).write_bytes(form.content(data))
        with time_limit(20):
            try:
                form.load(tmp_path)
            except PorterError as error:
                assert error.path == form.path(tmp_path), what
                refused += 1
    assert refused > 100


@pytest.mark.parametrize("form", FORMS)
def test_bytes_that_are_no_recording_are_named(tmp_path: Path, form) -> None:
    whole = form.content(json.dumps(form.about).encode())
    for data in (*TEXTS, b"PK\x03\x04", whole[: len(whole) // 2], whole[len(whole) // 2 :]):
        form.path(tmp_path).write_bytes(data)
        with time_limit(20), pytest.raises(PorterError, match=r"is not a record|has format"):
            form.load(tmp_path)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_no_recording(tmp_path: Path, form, kind: str) -> None:
    put(kind, form.path(tmp_path))
    with time_limit(20), pytest.raises(PorterError, match=r"no(t a)? record"):
        form.load(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"shape": [1 << 40], "largest": -1},
        {"shape": [1 << 62, 1 << 62], "largest": 0},
        {"dtype": "object"},
        {"dtype": "O"},
        {"dtype": "V1000000000"},
        {"start": 1 << 40},
        {"start": 1},
        {"largest": 5},
        {"largest": -2},
        {"shape": [1] * 100},
    ],
)
def test_outputs_beyond_the_numbers_that_are_there(tmp_path: Path, change: dict) -> None:
    about = json.loads(json.dumps(Outputs.about))
    about["runs"]["n=1 seed=0"]["outputs"]["y"] |= change
    Outputs.path(tmp_path).write_bytes(Outputs.content(json.dumps(about).encode()))
    with time_limit(20), pytest.raises(PorterError, match="is not a recording"):
        Outputs.load(tmp_path)


@pytest.mark.parametrize("change", [{"at": 4}, {"stored": 9}, {"at": 1 << 40}, {"at": -8}])
def test_a_buffer_behind_the_contents(tmp_path: Path, change: dict) -> None:
    launch = json.loads(json.dumps(LAUNCH))
    launch["buffers"][0] |= change
    Traces.path(tmp_path).write_bytes(Launches.content(json.dumps(launch).encode()))
    with pytest.raises(PorterError, match="is not a record"):
        Traces.load(tmp_path)
