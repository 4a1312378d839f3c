"""Only regular files of bounded size are read; nothing waits and nothing is endless."""

from __future__ import annotations

import os
import socket
import tracemalloc
from pathlib import Path

import pytest

from porter.files.regular import read_regular, read_regular_text


def test_a_file_and_a_link_to_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"text")
    (tmp_path / "link").symlink_to("a")
    assert read_regular(tmp_path / "a") == read_regular(tmp_path / "link") == b"text"
    with pytest.raises(OSError, match="symbolic link"):
        read_regular(tmp_path / "link", follow=False)


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbftext")
    assert read_regular_text(tmp_path / "a") == "text"


@pytest.mark.parametrize("follow", [True, False])
def test_a_pipe(tmp_path: Path, follow: bool) -> None:
    os.mkfifo(tmp_path / "a")
    with pytest.raises(OSError, match="pipe, device or socket"):
        read_regular(tmp_path / "a", follow=follow)


def test_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("a")
        with pytest.raises(OSError, match="pipe, device or socket"):
            read_regular("a")


def test_an_endless_device(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("/dev/zero")
    with pytest.raises(OSError, match="pipe, device or socket"):
        read_regular(tmp_path / "a")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="folder"):
        read_regular(tmp_path)


def test_a_large_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 1001)
    assert len(read_regular(tmp_path / "a", 1001)) == 1001
    with pytest.raises(OSError, match="more than"):
        read_regular(tmp_path / "a", 1000)


def test_a_file_that_does_not_tell_its_size() -> None:
    with pytest.raises(OSError, match="more than"):
        read_regular("/proc/self/maps", 16)
    assert read_regular("/proc/self/cmdline") == Path("/proc/self/cmdline").read_bytes()


def test_no_more_room_is_taken_than_a_file_has(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_bytes(b"int a;")
    tracemalloc.start()
    try:
        assert read_regular(tmp_path / "a.cu") == b"int a;"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(OSError, match="a name that no file can have"):
        read_regular(name)
