"""Members and arrays of anybody's archives are read within bounds, and nothing is run."""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from porter.verify.archives import array_of, read_member
from tests.time_limit import time_limit


def npy(array: np.ndarray) -> bytes:
    content = io.BytesIO()
    np.save(content, array)
    return content.getvalue()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.asfortranarray(np.arange(6).reshape(2, 3)),
        np.array(3.0),
        np.empty((0, 4), np.uint8),
        np.array("text"),
        np.array([True]),
        np.array([1 + 2j], np.complex64),
    ],
)
def test_an_array_comes_back(array: np.ndarray) -> None:
    found = array_of(npy(array))
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    assert np.array_equal(found, array)


class _Runs:
    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.mark),)


def head(text: str, version: bytes = b"\x01\x00") -> bytes:
    return b"\x93NUMPY" + version + len(text).to_bytes(2, "little") + text.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x93NUMPY",
        b"PK",
        pickle.dumps([1]),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776,)}"),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}") + b"\0" * 4,
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -1)}") + b"\0" * 8,
        head("{'descr': '<U0', 'fortran_order': False, 'shape': (1099511627776,)}"),
        head("{'descr': '|V0', 'fortran_order': False, 'shape': (3,)}"),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (True,)}") + b"\0\0\0",
        head("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}") + b"\0" * 4,
        head("__import__('os').abort()"),
        head("{" * 5000),
        head("{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}") + b"\0" * 3,
        head("{'descr': '<U999999999', 'fortran_order': False, 'shape': (1,)}"),
        head(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (0"
            + ", 99999999999999999" * 70
            + ")}"
        ),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 99999999999999999, 99999999)}"),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1" * 5000 + "}"),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1," * 2500 + "}"),
        head("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", b"\x09\x00") + b"\0" * 4,
    ],
)
def test_what_is_no_array_is_an_error(data: bytes) -> None:
    with time_limit(10), pytest.raises(ValueError, match=r"."):
        array_of(data)


def test_objects_are_not_made(tmp_path: Path) -> None:
    content = io.BytesIO()
    np.save(content, np.array([_Runs(tmp_path / "ran")], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match="not an array"):
        array_of(content.getvalue())
    assert not (tmp_path / "ran").exists()


def test_a_member_that_says_it_is_small_and_is_not(tmp_path: Path) -> None:
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        archive.writestr("a", b"\0" * 10_000_000)
    with ZipFile(content) as archive:
        assert len(read_member(archive, "a", 10_000_000)) == 10_000_000
        with pytest.raises(ValueError, match="more than 1000 bytes"):
            read_member(archive, "a", 1000)
        with pytest.raises(KeyError):
            read_member(archive, "b", 1000)
    assert zipfile.is_zipfile(content)
