"""The guarantees of `porter convert` on whole trees."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from porter.emit.port import Destination, Summary, Way, write_port
from porter.errors import PorterError
from porter.options import Options

CUDA = b"#include <cuda_runtime.h>\ncudaError_t e = cudaFree(p);\n"
HIP = b"#include <hip/hip_runtime.h>\nhipError_t e = hipFree(p);\n"


@pytest.fixture
def src(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def put(root: Path, **files: bytes) -> None:
    for name, data in files.items():
        path = root / name.replace("__", "/").replace("_cuh", ".cuh").replace("_cu", ".cu").replace(
            "_txt", ".txt"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def port(src: Path, out: Path, options: Options | None = None, **rest) -> Summary:
    return write_port([src], options or Options(), Destination(Way.OUT, out), **rest)


def in_place(src: Path, options: Options | None = None, **rest) -> Summary:
    return write_port([src], options or Options(), Destination(Way.IN_PLACE), **rest)


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".porter" not in path.parts
    }


# Bytes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(b"// caf\xe9\n" + CUDA, b"// caf\xe9\n" + HIP, id="Latin-1"),
        pytest.param(b"\xef\xbb\xbf" + CUDA, b"\xef\xbb\xbf" + HIP, id="byte order mark"),
        pytest.param(
            CUDA.replace(b"\n", b"\r\n"), HIP.replace(b"\n", b"\r\n"), id="CRLF"
        ),
        pytest.param(CUDA + b"\r\n\n", HIP + b"\r\n\n", id="mixed line ends"),
        pytest.param(CUDA[:-1], HIP[:-1], id="no last newline"),
        pytest.param(CUDA + b"\0 \0", HIP + b"\0 \0", id="NUL"),
        pytest.param(CUDA + b"\t \t \n", HIP + b"\t \t \n", id="trailing blanks"),
        pytest.param(CUDA + "π = 3; // 日本".encode(), HIP + "π = 3; // 日本".encode(), id="UTF-8"),
        pytest.param(b"#if 0\n" + CUDA + b"#endif", b"#if 0\n" + HIP + b"#endif", id="inactive"),
        pytest.param(
            b'// cudaFree\nputs("cudaFree"); /* cudaFree */ char c = \'"\';\n',
            None,
            id="comments and strings",
        ),
        pytest.param(b'auto s = R"x(cudaFree(p); // )" )x";\n', None, id="raw strings"),
        pytest.param(b"// cudaFree \\\n cudaFree(p);\n", None, id="continued comment"),
        pytest.param(b"", None, id="empty"),
    ],
)  # fmt: skip
def test_bytes_that_no_edit_covers_stay(
    src: Path, out: Path, before: bytes, after: bytes | None
) -> None:
    put(src, a_cu=before)
    port(src, out)
    assert (out / "a.cu").read_bytes() == (before if after is None else after)
    assert (src / "a.cu").read_bytes() == before


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_refused_by_name_and_copied(src: Path, out: Path, encoding: str) -> None:
    data = CUDA.decode().encode(encoding)
    put(src, a_cu=data, b_cu=CUDA)
    summary = port(src, out)
    (problem,) = summary.problems
    assert problem.path == "a.cu"
    assert "UTF-16" in problem.reason
    assert contents(out) == {"a.cu": data, "b.cu": HIP}


def test_what_no_rule_is_written_for_is_copied(src: Path, out: Path) -> None:
    put(src, data_bin=b"cudaFree\0\xff", x__README=b"cudaFree")
    summary = port(src, out)
    assert contents(out) == contents(src)
    assert summary.copied == 2


# The source, and a second run


def test_the_source_is_not_touched(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, x__b_cu=CUDA, README=b"x")
    before = {path: path.stat().st_mtime_ns for path in src.rglob("*")}
    port(src, out)
    assert {path: path.stat().st_mtime_ns for path in src.rglob("*")} == before


def test_converting_the_port_changes_nothing(src: Path, out: Path, tmp_path: Path) -> None:
    put(src, k__a_cu=b"__global__ void k(int* x) { *x = __shfl_sync(~0u, *x, 0); }\n" + CUDA)
    port(src, out)
    assert any(path.startswith("porter_compat/") for path in contents(out))
    again = tmp_path / "again"
    summary = port(out, again)
    assert contents(again) == contents(out)
    assert not summary.edits


def test_a_second_run_writes_nothing(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, README=b"x")
    assert port(src, out).written == 2
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert port(src, out).written == 0
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_in_place_twice(src: Path) -> None:
    put(src, a_cu=CUDA)
    assert in_place(src).written == 1
    assert contents(src) == {"a.cu": HIP}
    assert in_place(src).written == 0


@pytest.mark.parametrize("place", [".", "..", "k/.."])
def test_a_port_over_its_source_is_refused(src: Path, place: str) -> None:
    put(src, src__a_cu=CUDA, k__b_cu=CUDA)
    with pytest.raises(PorterError, match="overwrite its source"):
        port(src, src / place)
    assert contents(src) == {"src/a.cu": CUDA, "k/b.cu": CUDA}


def test_a_port_inside_its_source_is_no_source(src: Path) -> None:
    put(src, a_cu=CUDA, README=b"x")
    for _ in range(2):
        port(src, src / "ported")
        assert contents(src) == {
            "README": b"x", "a.cu": CUDA, "ported/README": b"x", "ported/a.cu": HIP
        }  # fmt: skip


def test_a_link_in_the_port_does_not_lead_porter_into_the_source(src: Path, out: Path) -> None:
    put(src, k__a_cu=CUDA)
    out.mkdir()
    (out / "k").symlink_to(src / "k")
    summary = port(src, out)
    assert contents(src) == {"k/a.cu": CUDA}
    assert summary.kept == {"k/a.cu": "lies behind a symbolic link that leads out of the port"}


# Modes, links, folders


def test_modes_and_empty_folders(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, run=b"#!/bin/sh\n", locked=b"x")
    (src / "run").chmod(0o755)
    (src / "locked").chmod(0o444)
    (src / "a.cu").chmod(0o640)
    (src / "empty").mkdir()
    for _ in range(2):
        port(src, out)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in out.iterdir()}
        assert (modes["run"], modes["locked"], modes["a.cu"]) == (0o755, 0o444, 0o640)
        assert list((out / "empty").iterdir()) == []
    (src / "run").chmod(0o700)
    port(src, out)
    assert stat.S_IMODE((out / "run").stat().st_mode) == 0o700


def test_in_place_keeps_the_mode(src: Path) -> None:
    put(src, a_cu=CUDA)
    (src / "a.cu").chmod(0o755)
    in_place(src)
    assert stat.S_IMODE((src / "a.cu").stat().st_mode) == 0o755


def test_links_stay_links(src: Path, out: Path) -> None:
    put(src, k__a_cu=CUDA)
    (src / "b.cu").symlink_to("k/a.cu")
    (src / "k" / "loop").symlink_to("..")
    (src / "self").symlink_to("self")
    (src / "away").symlink_to("/nowhere/at/all")
    summary = port(src, out)
    assert os.readlink(out / "b.cu") == "k/a.cu"
    assert (out / "b.cu").read_bytes() == HIP
    assert os.readlink(out / "k" / "loop") == ".."
    assert os.readlink(out / "self") == "self"
    assert summary.notes == ["away: a link that leads out of the tree: /nowhere/at/all"]
    assert port(src, out).written == 0


def test_in_place_through_a_link_that_is_named(src: Path, tmp_path: Path) -> None:
    put(src, a_cu=CUDA)
    link = tmp_path / "link.cu"
    link.symlink_to(src / "a.cu")
    write_port([link], Options(), Destination(Way.IN_PLACE))
    assert link.is_symlink()
    assert (src / "a.cu").read_bytes() == HIP


# What goes wrong with one file


def test_an_unreadable_file_is_told_and_the_rest_goes_on(
    src: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA, c_txt=b"x")
    read, opened = Path.read_bytes, Path.open

    def refuse(path: Path) -> None:
        if path.parent == src and path.name in ("a.cu", "c.txt"):
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", lambda path: refuse(path) or read(path))
    monkeypatch.setattr(
        Path, "open", lambda path, *rest, **more: refuse(path) or opened(path, *rest, **more)
    )
    summary = port(src, out)
    assert {problem.path: problem.reason for problem in summary.problems} == {
        "a.cu": "cannot be read: Permission denied",
        "c.txt": "cannot be read: Permission denied",
    }
    assert (out / "b.cu").read_bytes() == HIP


def test_a_file_that_vanishes_is_told(
    src: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from porter.emit import port as module

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
    from porter.emit import port as module

    put(src, a_cu=CUDA, b_cu=CUDA)
    convert = module.convert_project

    def meanwhile(*args, **rest):
        outcomes = list(convert(*args, **rest))
        (src / "a.cu").write_bytes(b"saved by an editor\n")
        return iter(outcomes)

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
    assert {problem.path for problem in summary.problems} | set(summary.kept) == {"a.cu", "k/c.cu"}
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


# The project's own names, through the whole run


def test_a_header_s_definition_holds_for_all_that_include_it(src: Path, out: Path) -> None:
    put(
        src,
        own_h=b"",
        a_cu=b'#include "deep.h"\nint x = cudaFree(p);\n',
        b_cu=CUDA,
    )
    (src / "deep.h").write_bytes(b'#include "own.h"\n')
    (src / "own.h").write_bytes(b"inline int cudaFree(void* p) { return 0; }\n")
    summary = port(src, out)
    assert (out / "a.cu").read_bytes().endswith(b"int x = cudaFree(p);\n")
    assert (out / "b.cu").read_bytes() == HIP
    assert (out / "own.h").read_bytes() == (src / "own.h").read_bytes()
    notes = [one.finding.message for _, one in summary.findings if one.finding.rule == "N01"]
    assert notes == [
        "cudaFree is a function of the project's own, left alone here and in all that include "
        "this file"
    ]


# Hand edits, stale files


def test_a_hand_edit_is_kept_until_forced(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA, c_txt=b"x")
    port(src, out)
    (out / "a.cu").write_bytes(HIP + b"// tuned\n")
    (out / "c.txt").write_bytes(b"y")
    put(src, a_cu=CUDA + b"cudaFree(q);\n", b_cu=CUDA + b"cudaFree(q);\n", c_txt=b"z")
    summary = port(src, out)
    reason = "was changed by hand since porter wrote it"
    assert summary.kept == {"a.cu": reason, "c.txt": reason}
    assert contents(out) == {
        "a.cu": HIP + b"// tuned\n", "b.cu": HIP + b"hipFree(q);\n", "c.txt": b"y"
    }  # fmt: skip
    assert summary.errors == 2
    assert not port(src, out, force=True).kept
    assert (out / "a.cu").read_bytes() == HIP + b"hipFree(q);\n"
    assert not port(src, out).kept


def test_a_hand_edit_stays_known_over_runs(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA)
    port(src, out)
    (out / "a.cu").write_bytes(b"mine")
    for _ in range(3):
        assert set(port(src, out).kept) == {"a.cu"}


def test_what_porter_did_not_write_is_not_overwritten(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    out.mkdir()
    put(out, a_cu=b"somebody's", b_cu=HIP)
    summary = port(src, out)
    assert summary.kept == {"a.cu": "is there and porter did not write it"}
    assert contents(out) == {"a.cu": b"somebody's", "b.cu": HIP}


def test_stale_files_are_told_and_stay(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, k__b_cu=CUDA, c_txt=b"x")
    port(src, out)
    (src / "k" / "b.cu").unlink()
    (src / "c.txt").unlink()
    (out / "c.txt").unlink()
    assert port(src, out).stale == ["k/b.cu"]
    assert (out / "k" / "b.cu").read_bytes() == HIP
    assert port(src, out).stale == ["k/b.cu"]
    (out / "k" / "b.cu").unlink()
    assert port(src, out).stale == []


def test_what_is_excluded_is_not_stale(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    port(src, out)
    summary = port(src, out, exclude=["b.cu"])
    assert (summary.stale, summary.project.excluded) == ([], {"b.cu": "--exclude"})


def test_a_damaged_record_is_refused(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA)
    port(src, out)
    (out / ".porter" / "written.json").write_bytes(b"{")
    with pytest.raises(PorterError, match=r"written\.json.*damaged"):
        port(src, out)


def test_vendored_trees_are_copied(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, third_party__lib__b_cu=CUDA)
    summary = port(src, out)
    assert contents(out) == {"a.cu": HIP, "third_party/lib/b.cu": CUDA}
    assert summary.project.vendored == {"third_party": "called third_party"}
    port(src, out, include_vendored=True)
    assert contents(out) == {"a.cu": HIP, "third_party/lib/b.cu": HIP}


# Several sources, names


def test_several_sources_keep_their_places(src: Path, out: Path) -> None:
    put(src, x__a_cu=CUDA, y__b_cu=CUDA, z__c_cu=CUDA)
    write_port([src / "x", src / "y" / "b.cu"], Options(), Destination(Way.OUT, out))
    assert contents(out) == {"x/a.cu": HIP, "y/b.cu": HIP}


def test_renamed_files(src: Path, out: Path) -> None:
    put(src, a_cu=b'#include "k/b.cuh"\n' + CUDA, k__b_cuh=CUDA, third_party__c_cu=CUDA)
    summary = port(src, out, Options(rename=True))
    assert summary.renamed == {"a.cu": "a.hip", "k/b.cuh": "k/b.hip.hpp"}
    assert set(contents(out)) == {"a.hip", "k/b.hip.hpp", "third_party/c.cu"}
    assert port(src, out, Options(rename=True)).written == 0
    assert port(src, out).stale == ["a.hip", "k/b.hip.hpp"]


def test_references_to_renamed_files_follow(src: Path, out: Path) -> None:
    put(src, k__a_cu=b'#include "../k/b.cuh"\n', k__b_cuh=b"", third_party__c_cu=b"")
    texts = {
        "CMakeLists.txt": "add_library(x k/a.cu third_party/c.cu) # k/a.cu\n",
        "k/Makefile": "a.o: a.cu b.cuh\n%.o: %.cu\n",
        "setup.py": 'sources = ["k/a.cu"]  # k/a.cu\n',
        "MANIFEST.in": "recursive-include k *.cu *.cuh\n",
        "pyproject.toml": '[tool.x]\ndata = ["k/*.cuh"]\n',
    }
    for name, text in texts.items():
        (src / name).write_text(text)
    port(src, out, Options(rename=True))
    assert contents(out) == {
        "CMakeLists.txt": (
            b"set_source_files_properties(third_party/c.cu PROPERTIES LANGUAGE HIP)\n"
            b"add_library(x k/a.hip third_party/c.cu) # k/a.cu\n"
        ),
        "k/Makefile": b"a.o: a.hip b.hip.hpp\n%.o: %.hip\n",
        "setup.py": b'sources = ["k/a.hip"]  # k/a.cu\n',
        "MANIFEST.in": b"recursive-include k *.hip *.hip.hpp\n",
        "pyproject.toml": b'[tool.x]\ndata = ["k/*.hip.hpp"]\n',
        "k/a.hip": b'#include <hip/hip_runtime.h>\n#include "../k/b.hip.hpp"\n',
        "k/b.hip.hpp": b"",
        "third_party/c.cu": b"",
    }


def test_renaming_in_place(src: Path) -> None:
    put(src, a_cu=CUDA)
    (src / "a.cu").chmod(0o755)
    in_place(src, Options(rename=True))
    assert contents(src) == {"a.hip": HIP}
    assert stat.S_IMODE((src / "a.hip").stat().st_mode) == 0o755
    in_place(src, Options(rename=True))
    assert contents(src) == {"a.hip": HIP}


def test_colliding_names_are_refused(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, a_hip=b"")
    (src / "a_hip").rename(src / "a.hip")
    with pytest.raises(PorterError, match=r"a\.cu.*a\.hip"):
        port(src, out, Options(rename=True))
    assert not out.exists()


# A crash in between


def test_a_crash_leaves_old_or_new_and_the_next_run_finishes(
    src: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(src, **{f"{name}_cu": CUDA for name in "abcdef"})
    port(src, out)
    put(src, **{f"{name}_cu": CUDA + b"cudaFree(q);\n" for name in "abcdef"})
    replace = os.replace
    calls = []

    def crash(one: Path, other: Path) -> None:
        calls.append(other)
        if len(calls) == 4:
            raise KeyboardInterrupt
        replace(one, other)

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(KeyboardInterrupt):
        port(src, out)
    monkeypatch.undo()
    new = HIP + b"hipFree(q);\n"
    assert sorted(contents(out).values()) == [HIP] * 3 + [new] * 3
    assert not [path for path in out.rglob("*") if path.name.endswith(".porter-tmp")]
    put(src, **{f"{name}_cu": CUDA + b"cudaFree(r);\n" for name in "abcdef"})
    assert not port(src, out).kept
    assert set(contents(out).values()) == {HIP + b"hipFree(r);\n"}


def test_a_full_disk_is_told(src: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    replace = os.replace

    def full(one: Path, other: Path) -> None:
        if Path(other).name == "a.cu":
            raise OSError(28, "No space left on device")
        replace(one, other)

    monkeypatch.setattr(os, "replace", full)
    summary = port(src, out)
    assert [(problem.path, problem.reason) for problem in summary.problems] == [
        ("a.cu", "cannot be written: No space left on device")
    ]
    assert contents(out) == {"b.cu": HIP}
