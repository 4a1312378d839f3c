"""What goes wrong with one file is told and the rest goes on; a crash leaves old or new."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.port.trees import CUDA, HIP, contents, in_place, port, put


def test_an_unreadable_file_is_told_and_the_rest_goes_on(
    src: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA, c_txt=b"x")
    opened, opened_low = Path.open, os.open

    def refuse(path: str | os.PathLike[str]) -> None:
        if Path(path).parent == src and Path(path).name in ("a.cu", "c.txt"):
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(
        os, "open", lambda path, *rest, **more: refuse(path) or opened_low(path, *rest, **more)
    )
    monkeypatch.setattr(
        Path, "open", lambda path, *rest, **more: refuse(path) or opened(path, *rest, **more)
    )
    summary = port(src, out)
    assert {problem.path: problem.reason for problem in summary.problems} == {
        "a.cu": "cannot be read: Permission denied",
        "c.txt": "cannot be read: Permission denied",
    }
    assert (out / "b.cu").read_bytes() == HIP


def test_a_file_that_is_too_large_is_told_with_its_size(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    os.truncate(src / "a.cu", 64_000_001)
    summary = port(src, out)
    assert {problem.path: problem.reason for problem in summary.problems} == {
        "a.cu": "cannot be read: has more than 64 MB: 64,000,001 bytes"
    }
    assert contents(out)["b.cu"] == HIP


def test_a_file_that_vanishes_is_told(
    src: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from porter.port import gather as module

    put(src, a_cu=CUDA, b_cu=CUDA, c_txt=b"x")
    found = module.discover(src)
    (src / "a.cu").unlink()
    (src / "c.txt").unlink()
    monkeypatch.setattr(module, "discover", lambda *_, **__: found)
    summary = port(src, out)
    assert {problem.path for problem in summary.problems} == {"a.cu", "c.txt"}
    assert all("No such file" in problem.reason for problem in summary.problems)
    assert contents(out) == {"b.cu": HIP}


def test_a_file_that_changes_meanwhile_is_told_and_left(
    src: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from porter.convert import code_target as module

    put(src, a_cu=CUDA, b_cu=CUDA)
    convert = module.convert_project

    def meanwhile(*args, **rest):
        results = list(convert(*args, **rest))
        (src / "a.cu").write_bytes(b"saved by an editor\n")
        return iter(results)

    monkeypatch.setattr(module, "convert_project", meanwhile)
    summary = in_place(src)
    assert [problem.path for problem in summary.problems] == ["a.cu"]
    assert "changed while porter ran" in summary.problems[0].reason
    assert contents(src) == {"a.cu": b"saved by an editor\n", "b.cu": HIP}


def test_something_in_the_way_is_told(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA, k__c_cu=CUDA)
    (out / "a.cu" / "mine").mkdir(parents=True)
    (out / "k").write_bytes(b"a file")
    summary = port(src, out)
    assert {problem.path for problem in summary.problems} | set(summary.output.kept) == {
        "a.cu",
        "k/c.cu",
    }
    assert (out / "b.cu").read_bytes() == HIP
    assert (out / "a.cu" / "mine").is_dir()


def test_cyclic_inclusions(src: Path, out: Path) -> None:
    put(
        src,
        a_cuh=b'#include "b.cuh"\n' + CUDA,
        b_cuh=b'#include "a.cuh"\n#include "b.cuh"\n' + CUDA,
    )
    assert not port(src, out).problems
    assert (out / "a.cuh").read_bytes() == b'#include "b.cuh"\n' + HIP


def test_a_crash_leaves_old_or_new_and_the_next_run_finishes(
    src: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(src, **{f"{name}_cu": CUDA for name in "abcdef"})
    port(src, out)
    put(src, **{f"{name}_cu": CUDA + b"cudaFree(q);\n" for name in "abcdef"})
    replace = os.replace
    calls = []

    def crash(one: str, other: str, **folders: int) -> None:
        calls.append(other)
        if len(calls) == 4:
            raise KeyboardInterrupt
        replace(one, other, **folders)

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(KeyboardInterrupt):
        port(src, out)
    monkeypatch.undo()
    new = HIP + b"hipFree(q);\n"
    assert sorted(contents(out).values()) == [HIP] * 3 + [new] * 3
    assert not [path for path in out.rglob("*") if path.name.endswith(".porter-tmp")]
    put(src, **{f"{name}_cu": CUDA + b"cudaFree(r);\n" for name in "abcdef"})
    assert not port(src, out).output.kept
    assert set(contents(out).values()) == {HIP + b"hipFree(r);\n"}


def test_a_full_disk_is_told(src: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    replace = os.replace

    def full(one: str, other: str, **folders: int) -> None:
        if other == "a.cu":
            raise OSError(28, "No space left on device")
        replace(one, other, **folders)

    monkeypatch.setattr(os, "replace", full)
    summary = port(src, out)
    assert [(problem.path, problem.reason) for problem in summary.problems] == [
        ("a.cu", "cannot be written: No space left on device")
    ]
    assert contents(out) == {"b.cu": HIP}
