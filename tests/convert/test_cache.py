"""The cache: nothing is looked at twice, nothing stale is believed, no damage matters."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from porter.convert import cache as module
from porter.convert.cache import Cache
from porter.convert.cache_form import FORMAT
from porter.convert.hip import HIP as TARGET
from porter.convert.project import convert_project
from porter.convert.result import EncodedFacts, FileResult, Inputs
from porter.files.signatures import unless_racily_clean
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult
from porter.project.discover import discover

CUDA = b"#include <cuda_runtime.h>\ncudaError_t e = cudaFree(p);\n"
HIP = b"#include <hip/hip_runtime.h>\nhipError_t e = hipFree(p);\n"
FACTS = EncodedFacts("[[], [], [], []]", "f", True)
OLD = time.time_ns() - 3_600_000_000_000


@pytest.fixture
def src(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    for name in ("a.cu", "b.cu", "c.txt"):
        write(folder / name, CUDA)
    return folder


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, ns=(OLD, OLD))


def age(folder: Path) -> None:
    """Make what lies in `folder` old enough for its signature to be trusted."""
    for path in folder.rglob("*"):
        os.utime(path, ns=(OLD, OLD))


def run(src: Path, options: Options | None = None, **rest) -> TreeResult:
    out = src.parent / "out"
    cache, destination = src.parent / "cache", Destination(OutputMode.OUT, out)
    summary = write_port([src], options or Options(), destination, cache=cache, **rest)
    assert b"hip" in (out / "b.cu").read_bytes()
    return summary


def test_unchanged_files_are_known(src: Path) -> None:
    assert run(src).conversion.cached == 0
    summary = run(src)
    assert (summary.conversion.cached, summary.written) == (2, 0)
    assert sum(summary.edits.values()) == 6


def test_a_changed_file_is_looked_at_again(src: Path) -> None:
    run(src)
    write(src / "a.cu", CUDA + b"cudaFree(q);\n")
    summary = run(src)
    assert (summary.conversion.cached, summary.written) == (1, 1)
    assert (src.parent / "out" / "a.cu").read_bytes() == HIP + b"hipFree(q);\n"


def test_a_touched_file_is_known_by_its_content(src: Path) -> None:
    run(src)
    os.utime(src / "a.cu")
    assert run(src).conversion.cached == 2


def test_a_change_that_keeps_size_and_time_is_seen_while_it_is_fresh(src: Path) -> None:
    (src / "a.cu").write_bytes(CUDA)  # now: its signature is not to be trusted
    status = (src / "a.cu").stat()
    run(src)
    other = CUDA.replace(b"cudaFree", b"cudaInit")
    (src / "a.cu").write_bytes(other)
    os.utime(src / "a.cu", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert run(src).conversion.cached == 1


def test_a_change_that_keeps_size_time_and_inode_is_seen_ever_after(src: Path) -> None:
    run(src)
    time.sleep(0.1)  # what the next run sees of the files is to be trusted
    run(src)
    write(src / "a.cu", CUDA.replace(b"cudaFree", b"cudaInit"))
    assert run(src).conversion.cached == 1


@pytest.mark.parametrize(
    "options",
    [Options(launch="hip"), Options(skip=frozenset({"API14"})), Options(rocm=(7, 0))],
)
def test_other_options_start_afresh(src: Path, options: Options) -> None:
    run(src)
    assert run(src, options).conversion.cached == 0


@pytest.mark.parametrize("name", ["_rules_digest", "code_digest"])
def test_other_rules_and_other_code_start_afresh(
    src: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(src)
    monkeypatch.setattr(module, name, lambda: "another")
    assert run(src).conversion.cached == 0


def test_what_another_file_starts_to_define_is_seen(src: Path) -> None:
    write(src / "own.h", b"int other;\n")
    write(src / "b.cu", b'#include "own.h"\n' + CUDA)
    out = src.parent / "out"
    write_port([src], Options(), Destination(OutputMode.OUT, out), cache=src.parent / "cache")
    assert b"hipFree" in (out / "b.cu").read_bytes()
    write(src / "own.h", b"inline int cudaFree(void* p) { return 0; }\n")
    write_port([src], Options(), Destination(OutputMode.OUT, out), cache=src.parent / "cache")
    assert b"= cudaFree" in (out / "b.cu").read_bytes()
    write(src / "own.h", b"int other;\n")
    write_port([src], Options(), Destination(OutputMode.OUT, out), cache=src.parent / "cache")
    assert b"hipFree" in (out / "b.cu").read_bytes()


def test_a_header_that_appears_is_seen(src: Path) -> None:
    write(src / "b.cu", b'#include "cuda_fp16.h"\n')
    out = src.parent / "out"
    write_port([src], Options(), Destination(OutputMode.OUT, out), cache=src.parent / "cache")
    assert b"hip/hip_fp16.h" in (out / "b.cu").read_bytes()
    write(src / "cuda_fp16.h", b"// mine\n")
    write_port([src], Options(), Destination(OutputMode.OUT, out), cache=src.parent / "cache")
    assert b'#include "cuda_fp16.h"' in (out / "b.cu").read_bytes()


def test_a_port_that_lost_a_file_gets_it_back(src: Path) -> None:
    run(src)
    age(src.parent / "out")
    run(src)
    (src.parent / "out" / "a.cu").unlink()
    (src.parent / "out" / "c.txt").unlink()
    assert run(src).written == 2


def test_a_hand_edit_is_seen_although_nothing_changed_upstream(src: Path) -> None:
    run(src)
    age(src.parent / "out")
    run(src)
    (src.parent / "out" / "a.cu").write_bytes(b"mine")
    assert set(run(src).output.kept) == {"a.cu"}


def test_two_ports_of_one_tree_do_not_take_one_another_for_written(
    src: Path, tmp_path: Path
) -> None:
    for name in ("one", "two", "one", "two"):
        write_port(
            [src], Options(), Destination(OutputMode.OUT, tmp_path / name), cache=tmp_path / "cache"
        )
        assert (tmp_path / name / "a.cu").read_bytes() == HIP


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data.replace(b"hip", b"HIP"),
        lambda data: data + b"x",
        lambda data: b"\xff" * 100,
        lambda data: data.replace(b"porter cache %d" % FORMAT, b"porter cache 2"),
    ],
)
def test_a_damaged_cache_is_an_empty_one(src: Path, damage) -> None:
    run(src)
    (path,) = (src.parent / "cache").iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert run(src).conversion.cached == 0
    assert run(src).conversion.cached == 2


def test_a_cache_that_cannot_be_written_is_done_without(src: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"a file")
    assert run(src).conversion.cached == 0
    assert run(src).conversion.cached == 0


def test_caches_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    for number in range(6):
        cache = Cache(tmp_path / f"{number}.cache")
        cache.files["a"] = FileResult("a", "d", inputs=Inputs(None, "e", False, "", FACTS))
        cache.save()
        os.utime(tmp_path / f"{number}.cache", ns=(OLD + number, OLD + number))
    assert len(list(tmp_path.iterdir())) <= 4
    monkeypatch.setattr(module, "LARGEST", 1)
    cache.files["b"] = cache.files["a"]
    cache.save()
    assert [path.name for path in tmp_path.iterdir()] == ["5.cache"]


def test_names_of_any_bytes_come_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "x.cache")
    names = [os.fsdecode(b"caf\xe9"), "a\tb", "a\nb", "日本"]
    for name in names:
        inputs = Inputs((1, 2, 3, 4), "e", True, "h", FACTS)
        one = FileResult(
            name, "d", "", {("A", "\t"): 1}, (), frozenset({"warp.hpp"}), inputs=inputs
        )
        cache.files[name] = replace(one, is_cached=True)
        cache.written[name] = (4, 5, 6, 7)
    cache.save()
    again = Cache(tmp_path / "x.cache")
    assert (again.files, again.written) == (cache.files, cache.written)


def test_signatures_last_when_they_are_old_enough() -> None:
    second = 1_000_000_000
    assert unless_racily_clean((1, second, second, 1), 2 * second) == (1, second, second, 1)
    assert unless_racily_clean((1, second, second, 1), second + 10_000_000) is None
    assert unless_racily_clean((1, second, 2 * second, 1), 2 * second + 10_000_000) is None


def test_a_known_result_is_what_converting_gives(src: Path) -> None:
    cache = Cache(src.parent / "x.cache")
    first = list(convert_project(discover(src), Options(), TARGET.rules, cache=cache))
    cache.save()
    cache = Cache(src.parent / "x.cache")
    again = list(convert_project(discover(src), Options(), TARGET.rules, cache=cache))
    assert all(one.is_cached for one in again)
    for one, other in zip(first, sorted(again, key=lambda one: one.path), strict=True):
        assert one.apply(CUDA) == other.apply(CUDA) == HIP
        assert one.edits == other.edits
        assert one.findings == other.findings
        assert one.counts == other.counts


def test_a_result_that_looked_around_is_not_kept_when_another_file_changes(
    src: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """libclang reads the headers that a file includes: its answers are about these, too."""
    from porter.convert import worker
    from porter.source import SourceFile

    convert = worker.convert_file

    def asking(file: SourceFile, context: object, rules: object) -> object:
        if file.path == "a.cu":
            assert file.depend_on_tree() == src
        return convert(file, context, rules)

    monkeypatch.setattr(worker, "convert_file", asking)
    run(src)
    assert run(src).conversion.cached == 2
    write(src / "b.cu", CUDA + b"cudaFree(q);\n")
    assert run(src).conversion.cached == 0
    write(src / "a.cu", CUDA + b"cudaFree(q);\n")
    assert run(src).conversion.cached == 1


@pytest.fixture
def cuda_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Installed headers that libclang is told to use."""
    from porter.clang import flags as semantic_flags

    root = tmp_path / "toolkit"
    write(root / "include" / "cuda.h", b"#define CUDA_VERSION 12040\n")
    flags = ["-x", "cuda", f"-I{root / 'include'}"]
    monkeypatch.setattr(semantic_flags, "cuda_flags", lambda: (flags, (root,)))
    semantic_flags.headers_digest.cache_clear()
    yield root / "include"
    semantic_flags.headers_digest.cache_clear()


def test_a_finding_that_came_from_installed_headers_goes_with_them(
    src: Path, cuda_headers: Path
) -> None:
    from porter.clang.flags import headers_digest

    asking = Options(include_dirs=("include",))
    left_over = CUDA + b"int x = cudaNoSuchThing;\n"
    write(src / "a.cu", left_over)
    told = run(src, asking).files["a.cu"].findings
    assert "cudaNoSuchThing" in told[0].finding.message
    assert run(src, asking).conversion.cached == 2
    for change in (b"#define CUDA_VERSION 13000\n", None):
        if change is None:
            (cuda_headers / "cuda.h").unlink()
        else:
            (cuda_headers / "cuda.h").write_bytes(change)
        headers_digest.cache_clear()
        assert run(src, asking).conversion.cached == 1
        assert run(src, asking).conversion.cached == 2
