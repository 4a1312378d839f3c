"""A file with holes is copied with its holes: what takes no room takes none in the copy."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.files.confined import ConfinedTree
from porter.files.regular import open_regular

SIZE = 3_000_000_000


def with_holes(path: Path, parts: dict[int, bytes], size: int) -> Path:
    with path.open("wb") as file:
        for at, part in parts.items():
            file.seek(at)
            file.write(part)
        file.truncate(size)
    if path.stat().st_blocks * 512 > size // 2:
        pytest.skip("this file system has no holes")
    return path


def copied(source: Path) -> Path:
    with ConfinedTree(source.parent) as tree, open_regular(source) as stream:
        tree.copy(stream, "copy", 0o644)
    return source.with_name("copy")


@pytest.mark.parametrize(
    "parts", [{}, {0: b"first"}, {SIZE - 4: b"last"}, {1 << 20: b"x" * 9000, 1 << 30: b"y"}]
)
def test_holes_stay_holes(tmp_path: Path, parts: dict[int, bytes]) -> None:
    copy = copied(with_holes(tmp_path / "data.bin", parts, SIZE))
    assert copy.stat().st_size == SIZE
    assert copy.stat().st_blocks * 512 < 10_000_000
    with copy.open("rb") as file:
        for at, part in parts.items():
            assert os.pread(file.fileno(), len(part), at) == part


def test_a_copy_with_holes_has_the_same_bytes(tmp_path: Path) -> None:
    parts = {at * 1_000_000: bytes([at]) * 70_000 for at in range(1, 12)}
    source = with_holes(tmp_path / "data.bin", parts, 20_000_001)
    assert copied(source).read_bytes() == source.read_bytes()


def test_what_was_read_of_a_stream_is_not_copied(tmp_path: Path) -> None:
    source = tmp_path / "a"
    source.write_bytes(b"read and left")
    with ConfinedTree(tmp_path) as tree, open_regular(source) as stream:
        stream.read(9)
        tree.copy(stream, "copy", 0o644)
    assert (tmp_path / "copy").read_bytes() == b"left"
