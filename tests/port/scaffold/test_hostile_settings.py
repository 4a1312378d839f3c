"""`porter new project` beside what a stranger left: told, and what is written can be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.names import SETTINGS
from porter.port.scaffold.porter_toml import scaffold_project
from porter.project.settings.settings import read
from tests.time_limit import time_limit

PROGRAM = "#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n"


def tree(folder: Path, *names: str) -> Path:
    folder.mkdir()
    for name in names or ("a.cu",):
        (folder / name).write_text(PROGRAM)
    return folder


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link(path: Path) -> None:
    (path.parent / "outside").write_text('secret = "x"\n')
    path.symlink_to("outside")


def link_to_nothing(path: Path) -> None:
    path.symlink_to("outside")


def no_text(path: Path) -> None:
    path.write_bytes(b"\xff\n")


@pytest.mark.parametrize("make", [pipe, link, link_to_nothing, Path.mkdir, no_text])
def test_a_porter_toml_that_is_none_is_named_and_left(tmp_path: Path, make) -> None:
    upstream = tree(tmp_path / "up")
    make(tmp_path / SETTINGS)
    before = (tmp_path / SETTINGS).lstat()
    with time_limit(20), pytest.raises(PorterError) as caught:
        scaffold_project(tmp_path, upstream, tmp_path / "port")
    assert caught.value.path == tmp_path / SETTINGS
    assert (tmp_path / SETTINGS).lstat() == before


@pytest.mark.parametrize("name", ["\U0001f600.cu", 'a"\\.cu', "é.cu"])
def test_any_name_that_is_listed_can_be_read_back(tmp_path: Path, name: str) -> None:
    upstream = tree(tmp_path / "up \U0001f600", name)
    scaffold_project(tmp_path, upstream, tmp_path / "port\x7f")
    (project,) = read(tmp_path).projects
    assert project.upstream == upstream.resolve()
    assert [program.source for program in project.programs] == [name]


def test_a_program_whose_name_is_no_text_is_left_out(tmp_path: Path) -> None:
    upstream = tree(tmp_path / "up", os.fsdecode(b"a\xff.cu"))
    scaffold_project(tmp_path, upstream, tmp_path / "port")
    assert not read(tmp_path).projects[0].programs


def test_a_folder_whose_name_is_no_text_is_named(tmp_path: Path) -> None:
    upstream = tree(tmp_path / "up")
    port = tmp_path / os.fsdecode(b"port\xff")
    with pytest.raises(PorterError, match="not UTF-8") as caught:
        scaffold_project(tmp_path, upstream, port)
    assert caught.value.path == port and not (tmp_path / SETTINGS).exists()


def test_a_source_too_large_to_be_read_stops_nothing(tmp_path: Path) -> None:
    upstream = tree(tmp_path / "up")
    with (upstream / "large.cu").open("wb") as file:
        file.truncate(100_000_000)
    assert "[[project]]" in scaffold_project(tmp_path, upstream, tmp_path / "port")
