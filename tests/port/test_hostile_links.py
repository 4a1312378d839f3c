"""Links that a tree or a port brought: nothing is written, made or removed behind them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.convert.emission import Kind
from porter.convert.package_target import PackageTarget
from porter.errors import PorterError
from porter.options import Options
from porter.packs.pack import chosen
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult
from tests.port.trees import HIP, in_place, port, put

SHUFFLE = b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }\n"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A folder that is nobody's but the user's."""
    folder = tmp_path / "victim"
    put(
        folder,
        **{"warp.hpp": b"keep", "a_cu": b"keep", "written.json": b"keep", "x__y": b"keep"},
        **{".warp.hpp.12.porter-tmp": b"keep"},
    )
    (folder / "empty").mkdir()
    return folder


@pytest.fixture(autouse=True)
def untouched(victim: Path):
    before = everything(victim)
    yield
    assert everything(victim) == before


def everything(folder: Path) -> dict[str, tuple[int, float, bytes]]:
    found = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = status.st_mode, status.st_mtime_ns, data
    return found


def reasons(summary: TreeResult) -> dict[str, str]:
    return {problem.path: problem.reason for problem in summary.problems}


def link_is_named(summary: TreeResult, *links: str) -> bool:
    text = str(summary.problems)
    return summary.has_failed and all(f"{link} is a symbolic link" in text for link in links)


def test_a_folder_of_support_headers(src: Path, victim: Path) -> None:
    put(src, a_cu=SHUFFLE)
    (src / "porter_compat").symlink_to(victim)
    assert link_is_named(in_place(src), "porter_compat")
    assert b"porter::shfl_sync" in (src / "a.cu").read_bytes()


def test_a_support_header(src: Path, victim: Path) -> None:
    put(src, a_cu=SHUFFLE)
    (src / "porter_compat").mkdir()
    (src / "porter_compat" / "warp.hpp").symlink_to(victim / "warp.hpp")
    assert link_is_named(in_place(src), "porter_compat/warp.hpp")
    assert (src / "porter_compat" / "warp.hpp").is_symlink()


@pytest.mark.parametrize("kind", [None, Kind("cmake")])
def test_folders_of_a_port(src: Path, out: Path, victim: Path, kind: Kind | None) -> None:
    put(src, a_cu=SHUFFLE + b"int main() {}\n", k__b_cu=SHUFFLE, k__l__c_txt=b"c", d__e=b"e")
    (src / "d" / "empty").mkdir()
    out.mkdir()
    for name in ("k", "porter_compat", "d"):
        (out / name).symlink_to(victim)
    summary = port(src, out, kind=kind)
    assert link_is_named(summary, "k", "porter_compat", "d")
    assert set(reasons(summary)) >= {"k/b.cu", "k/l/c.txt", "d/e", "d/empty"}
    assert b"porter::shfl_sync" in (out / "a.cu").read_bytes()


def test_a_link_that_stays_in_the_port_is_told_as_well(src: Path, out: Path) -> None:
    put(src, k__b_cu=SHUFFLE)
    (out / "other").mkdir(parents=True)
    (out / "k").symlink_to("other")
    assert link_is_named(port(src, out), "k")
    assert list((out / "other").iterdir()) == []


def test_a_folder_that_became_a_link_since_the_last_run(
    src: Path, out: Path, tmp_path: Path
) -> None:
    put(src, k__b_cu=SHUFFLE, a_cu=SHUFFLE)
    assert not port(src, out, cache=tmp_path / "cache").problems
    (out / "k").rename(tmp_path / "away")
    (out / "k").symlink_to(tmp_path / "away")
    before = everything(tmp_path / "away")
    for force in (False, True):
        assert link_is_named(port(src, out, cache=tmp_path / "cache", force=force), "k")
    assert everything(tmp_path / "away") == before


@pytest.mark.parametrize("force", [False, True])
def test_files_of_a_port(src: Path, out: Path, victim: Path, force: bool) -> None:
    put(src, a_cu=SHUFFLE, b=b"b")
    out.mkdir()
    (out / "a.cu").symlink_to(victim / "a.cu")
    (out / "b").symlink_to(victim / "empty")
    (out / "gone").symlink_to(victim / "x")
    summary = port(src, out, force=force)
    assert set(summary.output.kept) == (set() if force else {"a.cu", "b"})
    assert (out / "a.cu").is_symlink() is not force


@pytest.mark.parametrize("name", [".porter", ".porter/journal", ".porter/written.json"])
def test_the_record_of_a_port(src: Path, out: Path, victim: Path, name: str) -> None:
    put(src, a_cu=SHUFFLE)
    (out / name).parent.mkdir(parents=True)
    (out / name).symlink_to(victim if name == ".porter" else victim / "warp.hpp")
    try:
        summary = port(src, out)
    except PorterError as error:
        assert "is a symbolic link" in str(error) and not (out / "a.cu").exists()
    else:
        assert summary.has_failed


@pytest.mark.parametrize("name", [".porter", ".porter/moving.json", ".porter/reverse.json"])
def test_the_journal_of_a_renamed_tree(src: Path, victim: Path, name: str) -> None:
    put(src, aiter__core_txt=b"aiter\n", mixed_txt=b"ck_tile aiter\n")
    (src / name).parent.mkdir(exist_ok=True)
    (src / name).symlink_to(victim if name == ".porter" else victim / "warp.hpp")
    pack = chosen("ck_tile", None)
    options = Options(target=pack.target)
    try:
        write_port([src], options, Destination(OutputMode.IN_PLACE), target=PackageTarget(pack))
    except OSError as error:
        assert name in str(error)
    assert (src / "aiter/core.txt").exists() or (src / "ck_tile/core.txt").exists()


def test_an_out_that_is_a_link_is_served(src: Path, out: Path, tmp_path: Path) -> None:
    put(src, a_cu=SHUFFLE, k__b_cu=SHUFFLE)
    (tmp_path / "disk").mkdir()
    out.symlink_to(tmp_path / "disk")
    for _ in range(2):
        summary = port(src, out)
        assert not summary.problems and not summary.output.kept
    assert summary.written == 0
    assert (tmp_path / "disk" / "k" / "b.cu").is_file() and out.is_symlink()


def test_sources_that_are_hard_links_keep_their_other_names(src: Path) -> None:
    put(src, c_cu=b"cudaFree(p);\n")
    other = src.parent / "other.cu"
    os.link(src / "c.cu", other)
    in_place(src)
    assert other.read_bytes() == b"cudaFree(p);\n"
    assert (src / "c.cu").read_bytes().endswith(b"hipFree(p);\n")


def test_the_source_inside_its_port_is_not_written_to(out: Path) -> None:
    src = out / "porter_compat"
    put(src, k__a_cu=SHUFFLE)
    summary = port(src, out)
    assert reasons(summary) == {
        f"porter_compat/{name}": f"cannot be written: porter_compat/{name} belongs to the "
        "source of the port"
        for name in ("warp.hpp", "lane_moves.hpp")
    }
    assert not (src / "warp.hpp").exists()


def test_what_is_in_the_way_is_told_file_by_file(src: Path, out: Path) -> None:
    put(src, a_cu=SHUFFLE, k__b_cu=SHUFFLE, c_cu=HIP, d_cu=SHUFFLE)
    (out / "a.cu" / "mine").mkdir(parents=True)
    (out / "k").write_bytes(b"a file")
    os.mkfifo(out / "c.cu")
    summary = port(src, out, force=True)
    assert reasons(summary) == {
        "a.cu": "cannot be written: is not a regular file",
        "c.cu": "cannot be written: is not a regular file",
        "k/b.cu": "cannot be written: k is not a folder",
    }
    assert b"porter::shfl_sync" in (out / "d.cu").read_bytes()


@pytest.mark.parametrize("is_in_place", [True, False])
def test_a_file_whose_new_name_is_too_long_keeps_its_own(
    src: Path, out: Path, is_in_place: bool
) -> None:
    long = "n" * 252 + ".cu"
    put(src, a_cu=f'#include "{long}"\n'.encode() + SHUFFLE)
    (src / long).write_bytes(SHUFFLE)
    for _ in range(2):
        options = Options(rename=True)
        summary = in_place(src, options) if is_in_place else port(src, out, options)
        assert set(reasons(summary)) == {long}
        assert "is too long" in reasons(summary)[long]
    made = src if is_in_place else out
    assert f'"{long}"'.encode() in (made / "a.hip").read_bytes()
    assert b"porter::shfl_sync" in (made / long).read_bytes()


def test_a_new_name_that_is_taken_by_what_is_left_out_is_told(src: Path) -> None:
    put(src, a_cu=SHUFFLE, b_cu=b'#include "a.cu"\n', **{".gitignore": b"*.hip\n"})
    (src / ".git").mkdir()  # without one, sources that match are the project's
    (src / "a.hip").write_bytes(b"mine")
    summary = in_place(src, Options(rename=True))
    assert reasons(summary) == {"a.cu": "keeps its name: a.hip is there"}
    assert (src / "a.hip").read_bytes() == b"mine"
    assert b'"a.cu"' in (src / "b.hip").read_bytes()
