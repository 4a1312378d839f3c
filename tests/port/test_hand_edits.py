"""What a person wrote into a port stays, and what upstream gave up is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from tests.port.trees import CUDA, HIP, contents, port, put


def test_a_hand_edit_is_kept_until_forced(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA, c_txt=b"x")
    port(src, out)
    (out / "a.cu").write_bytes(HIP + b"// tuned\n")
    (out / "c.txt").write_bytes(b"y")
    put(src, a_cu=CUDA + b"cudaFree(q);\n", b_cu=CUDA + b"cudaFree(q);\n", c_txt=b"z")
    summary = port(src, out)
    reason = "was changed by hand since porter wrote it"
    assert summary.output.kept == {"a.cu": reason, "c.txt": reason}
    assert contents(out) == {
        "a.cu": HIP + b"// tuned\n", "b.cu": HIP + b"hipFree(q);\n", "c.txt": b"y"
    }  # fmt: skip
    assert summary.errors == 2
    assert not port(src, out, force=True).output.kept
    assert (out / "a.cu").read_bytes() == HIP + b"hipFree(q);\n"
    assert not port(src, out).output.kept


def test_a_hand_edit_stays_known_over_runs(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA)
    port(src, out)
    (out / "a.cu").write_bytes(b"mine")
    for _ in range(3):
        assert set(port(src, out).output.kept) == {"a.cu"}


def test_what_porter_did_not_write_is_not_overwritten(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    out.mkdir()
    put(out, a_cu=b"somebody's", b_cu=HIP)
    summary = port(src, out)
    assert summary.output.kept == {"a.cu": "is there and porter did not write it"}
    assert contents(out) == {"a.cu": b"somebody's", "b.cu": HIP}


def test_stale_files_are_told_and_stay(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, k__b_cu=CUDA, c_txt=b"x")
    port(src, out)
    (src / "k" / "b.cu").unlink()
    (src / "c.txt").unlink()
    (out / "c.txt").unlink()
    assert port(src, out).output.stale == ["k/b.cu"]
    assert (out / "k" / "b.cu").read_bytes() == HIP
    assert port(src, out).output.stale == ["k/b.cu"]
    (out / "k" / "b.cu").unlink()
    assert port(src, out).output.stale == []


def test_what_is_excluded_is_not_stale(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, b_cu=CUDA)
    port(src, out)
    summary = port(src, out, exclude=["b.cu"])
    assert (summary.output.stale, summary.project.excluded) == ([], {"b.cu": "--exclude"})


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
