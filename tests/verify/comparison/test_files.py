"""Files that programs write: arrays, text, bytes."""

import io

import numpy as np

from porter.project.settings.program_cases import OutputFile, ProgramCase
from porter.verify.comparison.files import compare_file

CASE = ProgramCase("a.cu", ignore=("^time",))


def compared(name: str, reference: bytes | None, actual: bytes | None, **more):
    return compare_file(CASE, OutputFile(name, **more), reference, actual)


def npy(values: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, values)
    return out.getvalue()


def test_arrays_are_compared_as_numbers() -> None:
    one = np.array([1.0, 2.0], np.float32)
    near, far = np.nextafter(one, np.float32(9)), one + np.float32(0.1)
    for name, pack, more in (
        ("y.npy", npy, {}),
        ("y.bin", np.ndarray.tobytes, {"dtype": "float32"}),
    ):
        assert compared(name, pack(one), pack(near), **more).differences == ()
        found = compared(name, pack(one), pack(far), **more)
        (difference,) = found.differences
        assert "2 of 2 elements differ; the worst, [0]" in difference.reason
        assert found.numbers == 2 and 0.09 < found.worst < 0.11
    assert compared("y.bin", one.tobytes(), near.tobytes()).differences != ()


def test_text_is_compared_as_output_is() -> None:
    assert compared("log", b"time 3\nsum 1.0\n", b"time 4\nsum 1.0000001\n").differences == ()
    (difference,) = compared("log", b"a\nsum 1.0\n", b"a\nsum 1.5\n").differences
    assert difference.place == "line 2"


def test_bytes_and_missing_files() -> None:
    (difference,) = compared("x", b"\xff\x00\x01", b"\xff\x00\x02").differences
    assert difference.reason == "byte 2 is 0x02 instead of 0x01"
    (difference,) = compared("x", b"\xff\x00", b"\xff").differences
    assert difference.reason == "it has 1 bytes instead of 2"
    assert compared("x", b"\xff", None).differences[0].reason == "the port did not write it"
    assert compared("x", None, b"\xff").differences[0].reason == "CUDA's side did not write it"


def test_a_damaged_array_is_a_difference() -> None:
    assert compared("y.npy", npy(np.ones(2)), b"broken").differences != ()
    assert compared("y.npy", npy(np.ones(2)), b"").differences != ()
    assert compared("y.bin", b"\x00" * 8, b"\x00" * 7, dtype="float32").differences != ()
    assert compared("y.npy", npy(np.ones(2)), npy(np.ones(2, np.int32))).differences != ()
