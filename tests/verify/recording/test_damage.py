"""Damaged recordings of every form are refused with their file's name, whatever is in them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.project.settings.kernel_cases import KernelArgument, KernelCase
from porter.project.settings.program_cases import ProgramCase
from porter.verify.extension import recording as extensions
from porter.verify.extension.recording import RecordingBuilder
from porter.verify.extension.result import Result
from porter.verify.kernel import recording as arrays
from porter.verify.program import recording as programs
from porter.verify.program.recording import Recording
from porter.verify.recording import traces
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.unusable import UnusableRecording

PROVENANCE = Provenance("a GPU", "580", "13.0", "2026-01-31", "abc")
PROGRAM = ProgramCase("sum.cu")
KERNEL = KernelCase("add.cu", "add", (KernelArgument("y", "float32", "out", ("3",)),))
ABOUT = {"dtype": "float32", "terms": 1, "accumulate": None, "magnitude": None, "exact": False,
         "order": "fixed"}  # fmt: skip
LAUNCH = (
    '{"kernel": "f(float*)", "grid": [1, 1, 1], "block": [2, 1, 1], "lds": 0, "values": [null], '
    '"buffers": [{"place": "0", "bytes": 8, "offset": 0, "hash": "00", "bag": "1", "at": 0, '
    '"stored": 8, "sample": 8, "step": 8}]}\n'
)


def program(folder: Path) -> Path:
    return programs.store(folder, PROGRAM, Recording("sum.cu", 0, "28\n", PROVENANCE, {"a": b"1"}))


def kernel(folder: Path) -> Path:
    run = ("given", {"y": np.ones(3, np.float32)})
    return arrays.store(folder, KERNEL, {"seed=0": run}, PROVENANCE)


def extension(folder: Path) -> Path:
    builder = RecordingBuilder("sums")
    builder.add("seed=0", Result({"y": np.ones(3, np.float32)}, {"y": ABOUT}, 0.1, "given"))
    return builder.store(extensions.path_of(folder, "kit", "sums"), PROVENANCE)


def trace(folder: Path) -> Path:
    run = folder / "run"
    run.mkdir(exist_ok=True)
    (run / "launches-1.jsonl").write_text(LAUNCH)
    (run / "contents-1.bin").write_bytes(bytes(8))
    return traces.store(folder, "sum.cu", 4096, run, PROVENANCE)


LOADED: dict[Callable[[Path], Path], Callable[[Path], object]] = {
    program: lambda folder: programs.load(folder, PROGRAM, "abc"),
    kernel: lambda folder: arrays.load(folder, KERNEL, "seed=0", "given", "abc"),
    extension: lambda folder: extensions.load(
        extensions.path_of(folder, "kit", "sums"), "sums", "seed=0", "given", lambda _: "abc"
    ),
    trace: lambda folder: traces.load(folder, "sum.cu", lambda _: "abc"),
}
FORMS = pytest.mark.parametrize("form", LOADED)


def refusal(form: Callable[[Path], Path], folder: Path, content: bytes) -> UnusableRecording:
    path = form(folder)
    path.write_bytes(content)
    with pytest.raises(UnusableRecording) as caught:
        LOADED[form](folder)
    assert caught.value.path == path and caught.value.hint
    return caught.value


@FORMS
def test_what_is_whole_is_read(form: Callable[[Path], Path], tmp_path: Path) -> None:
    form(tmp_path)
    assert LOADED[form](tmp_path)


@FORMS
def test_an_empty_file(form: Callable[[Path], Path], tmp_path: Path) -> None:
    assert "is not a record" in refusal(form, tmp_path, b"").message


@FORMS
@given(data=st.data())
def test_bytes_that_changed_or_are_cut_off(
    form: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    path = form(folder)
    content = bytearray(path.read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    try:
        LOADED[form](folder)
    except UnusableRecording as error:
        assert error.path == path


@pytest.mark.parametrize("text", ["[]", "3", '{"format": 1}', '{"format": 1, "provenance": {}}'])
def test_a_program_that_lacks_what_it_should_say(tmp_path: Path, text: str) -> None:
    refusal(program, tmp_path, text.encode())


@pytest.mark.parametrize("form", [extension, trace])
@pytest.mark.parametrize("about", ["[]", '{"format": 1}', '{"format": 1, "provenance": {}}'])
def test_an_archive_that_lacks_what_it_should_say(
    form: Callable[[Path], Path], tmp_path: Path, about: str
) -> None:
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr("about.json", about)
        archive.writestr("numbers.bin", b"")
    refusal(form, tmp_path, content.getvalue())


def test_arrays_that_lack_what_they_should_say(tmp_path: Path) -> None:
    for about in ({"format": 1}, {"format": 1, "provenance": {}}, []):
        content = io.BytesIO()
        np.savez_compressed(content, about=np.array(json.dumps(about)))
        refusal(kernel, tmp_path, content.getvalue())


def test_a_kernels_recording_without_one_of_its_arrays(tmp_path: Path) -> None:
    arrays.store(tmp_path, KERNEL, {"seed=0": ("given", {})}, PROVENANCE)
    with pytest.raises(UnusableRecording, match="has no array y at seed=0"):
        LOADED[kernel](tmp_path)


def test_another_format(tmp_path: Path) -> None:
    text = program(tmp_path).read_text().replace('"format": 1', '"format": 9')
    assert (
        refusal(program, tmp_path, text.encode()).message
        == "is not a recording: has format 9, not 1"
    )


def test_a_damaged_trace_names_the_recording_and_not_where_it_was_unpacked(tmp_path: Path) -> None:
    content = io.BytesIO()
    with ZipFile(trace(tmp_path)) as whole, ZipFile(content, "w") as archive:
        archive.writestr("about.json", whole.read("about.json"))
        archive.writestr("launches-000.jsonl", LAUNCH[:40])
    error = refusal(trace, tmp_path, content.getvalue())
    assert "is not a recorded trace: is not a trace: " in error.message
    assert "/" not in error.message
