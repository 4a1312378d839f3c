"""Source archives: one release is fetched without running its code, checked, and unpacked."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from porter.errors import PorterError
from porter.toolchain import source_archives
from porter.toolchain.unpack import unpack_source

from .archives import member

REQUIREMENT = "flash-attn==2.8.3"


def make_source(path: Path, files: dict[str, str], *more: tuple[tarfile.TarInfo, bytes]) -> str:
    """Write a source archive; return its checksum."""
    with tarfile.open(path, "w:gz") as tar:
        for name, text in files.items():
            tar.addfile(member(name, size=len(text)), io.BytesIO(text.encode()))
        for info, content in more:
            tar.addfile(info, io.BytesIO(content))
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An index that has two releases; the checksum of the one that is wanted."""
    archive = tmp_path / "served.tar.gz"
    digest = make_source(archive, {"flash_attn-2.8.3/csrc/ck/include/ck/ck.hpp": "x"})
    lines = "".join(
        f"  Found link {uri} (from https://index/) (requires-python:>=3.9), version: {version}\n"
        for uri, version in (
            ("https://index/flash_attn-2.8.3.post1.tar.gz", "2.8.3.post1"),
            (archive.as_uri(), "2.8.3"),
        )
    )

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        assert command[-1] == "flash-attn"
        return subprocess.CompletedProcess(command, 0, lines, "")

    monkeypatch.setattr(source_archives.subprocess, "run", run)
    return digest


def test_the_release_is_fetched_once_and_recorded(tmp_path: Path, served: str) -> None:
    said: list[str] = []
    for _ in range(2):
        found = source_archives.fetch_source(REQUIREMENT, served, tmp_path / "d", said.append)
    assert said == [f"downloading {REQUIREMENT}"]
    assert (found.name, found.version, found.sha256) == ("flash-attn", "2.8.3", served)
    assert (tmp_path / "d" / found.file).is_file()


def test_another_archive_of_that_name_is_refused_and_dropped(tmp_path: Path, served: str) -> None:
    with pytest.raises(PorterError, match=f"its SHA-256 is {served}"):
        source_archives.fetch_source(REQUIREMENT, "0" * 64, tmp_path / "d", print)
    assert not list((tmp_path / "d").iterdir())


def test_a_release_that_there_is_not(tmp_path: Path, served: str) -> None:
    with pytest.raises(PorterError, match="no source archive of flash-attn 9"):
        source_archives.fetch_source("flash-attn==9", served, tmp_path, print)


def test_one_folder_is_unpacked_without_what_is_left_out(tmp_path: Path) -> None:
    archive = tmp_path / "a.tar.gz"
    make_source(
        archive,
        {"p-1/csrc/ck/include/x.h": "x", "p-1/csrc/ck/test/t.h": "t", "p-1/setup.py": "s"},
    )
    unpack_source(archive, tmp_path / "root", "csrc/ck", ("test*",))
    found = [path for path in (tmp_path / "root").rglob("*") if path.is_file()]
    assert found == [tmp_path / "root" / "include" / "x.h"]


@pytest.mark.parametrize("name", ["p-1/csrc/ck/../../../../x", "/etc/x"])
def test_nothing_is_written_outside(tmp_path: Path, name: str) -> None:
    archive = tmp_path / "a.tar.gz"
    make_source(archive, {name: "x"})
    with pytest.raises(PorterError, match="outside itself"):
        unpack_source(archive, tmp_path / "root", "csrc/ck")


def test_a_damaged_archive_is_told(tmp_path: Path) -> None:
    archive = tmp_path / "a.tar.gz"
    make_source(archive, {f"p-1/csrc/ck/{number}": str(number) * 999 for number in range(50)})
    archive.write_bytes(archive.read_bytes()[:-200])
    with pytest.raises(PorterError, match="damaged archive"):
        unpack_source(archive, tmp_path / "root", "csrc/ck")
