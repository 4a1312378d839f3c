"""Single files: written whole or not at all."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from porter.files.confined import ConfinedTree
from porter.files.write import write_atomically


def test_the_same_bytes_are_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "a"
    assert write_atomically(path, b"x")
    before = path.stat()
    assert not write_atomically(path, b"x")
    assert path.stat() == before
    assert write_atomically(path, b"x", 0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert write_atomically(path, b"y")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def crash(*_: str, **__: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    with ConfinedTree(tmp_path) as tree, path.open("rb") as stream:
        with pytest.raises(KeyboardInterrupt):
            tree.copy(stream, "b", 0o644)
        with pytest.raises(KeyboardInterrupt):
            tree.link("c", "a")
    assert [child.name for child in tmp_path.iterdir()] == ["a"]
    assert path.read_bytes() == b"old"


def test_a_durable_file_is_on_the_disk_before_its_name_and_its_name_before_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    rename, sync = os.replace, os.fsync

    def note_rename(one: str, other: str, **folders: int) -> None:
        rename(one, other, **folders)
        done.append("rename")

    def note_sync(handle: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        size = os.fstat(handle).st_size
        done.append("sync folder" if is_folder else f"sync {size} bytes")
        sync(handle)

    monkeypatch.setattr(os, "replace", note_rename)
    monkeypatch.setattr(os, "fsync", note_sync)
    write_atomically(tmp_path / "a", b"new", durable=True)
    assert done == ["sync 3 bytes", "rename", "sync folder"]
    done.clear()
    write_atomically(tmp_path / "a", b"newer")
    assert done == ["rename"]


def test_a_link_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"x")
    (tmp_path / "link").symlink_to("real")
    assert write_atomically(tmp_path / "link", b"x")
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"x"


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    name = "日" * 84
    write_atomically(tmp_path / name, b"x")
    assert (tmp_path / name).read_bytes() == b"x"


def test_a_link_does_not_take_a_folder_s_place(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    with ConfinedTree(tmp_path) as tree, pytest.raises(OSError):
        tree.link("a", "elsewhere")
    assert [child.name for child in tmp_path.iterdir()] == ["a"]


def test_threads_may_write_the_same_file(tmp_path: Path) -> None:
    def write(number: int) -> None:
        for _ in range(200):
            write_atomically(tmp_path / "a", b"%d" % number * 100)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(write, range(8))) == [None] * 8
    assert [one.name for one in tmp_path.iterdir()] == ["a"]
