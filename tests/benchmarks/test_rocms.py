"""The corpus against several ROCms: which code bases there are, what the table says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks.rocms import measure as measuring
from benchmarks.rocms.__main__ import BEGIN, END, table, write
from benchmarks.rocms.bases import Base, bases
from benchmarks.rocms.measure import Measured, measure
from benchmarks.verdicts import Checked
from porter.errors import PorterError
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.rocm import headers_of


def checked(source: str, error: str = "") -> Checked:
    return Checked(source, "porter", {"gfx942": not error, "host": True}, error, "")


def measured() -> Measured:
    absent = checked("d.cu", "d.cu:1: 'x.h' file not found")
    lacks = checked("c.cu", "c.cu:1: no f")
    verdicts = {
        "6.4": [checked("a.cu"), checked("b.cu"), lacks, absent],
        "7.2": [checked("a.cu"), checked("b.cu", "b.cu:3: no g"), lacks, absent],
    }
    return Measured(Base("somebody/thing", "abc", None), 9, verdicts, [checked("c.cu")], ["c.cu"])


def test_the_table_tells_what_each_version_takes() -> None:
    text = table([measured()], ["6.4", "7.2"])
    lines = text.splitlines()
    assert lines[2] == "| somebody/thing | abc | 9 | 4 | 1 | 2 | 1 | 2 |"
    assert lines[3].endswith("| 9 | 4 | 1 | 2 (66.7%) | 1 (33.3%) | 2 (66.7%) |")
    assert "ROCm 6.4 alone:\n\n- somebody/thing: `b.cu`: b.cu:3: no g\n" in text
    assert "ROCm 7.2 alone:\n\n- none" in text
    assert text.endswith("for ROCm 7.2 only:\n\n- somebody/thing: `c.cu`: c.cu:1: no f")


def test_it_is_put_between_the_marks_of_a_document(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    begin, end = BEGIN.format("the archives"), END.format("the archives")
    others = BEGIN.format("the corpus") + END.format("the corpus")
    page.write_text(f"{others}before\n{begin}old{end}after\n")
    write(page, "new", "the archives")
    assert page.read_text() == f"{others}before\n{begin}\nnew\n\n{end}after\n"
    page.write_text("before\n")
    with pytest.raises(PorterError, match="has no <!-- from the corpus -->"):
        write(page, "new", "the corpus")


def test_code_bases_are_archives_and_checkouts(tmp_path: Path) -> None:
    folder = tmp_path / "somebody+thing"
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    identity = ("-c", "user.name=a", "-c", "user.email=a")
    commit = ("commit", "--quiet", "--allow-empty", "--message=first")
    subprocess.run(["git", "-C", folder, *identity, *commit], check=True)
    (one,) = bases(["body/thing"], tmp_path)
    assert (one.name, one.source(), len(one.revision)) == ("somebody/thing", folder, 10)
    assert [one.name for one in bases(["lightgbm"], tmp_path)] == ["lightgbm"]
    with pytest.raises(PorterError, match="no code base is so called"):
        bases(["nothing"], tmp_path)


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_unit_that_one_version_lacks_a_name_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`hipLibrary_t` is there since 7.2; a port for 6.4 has it as little as its headers."""
    if headers_of(Prefix(porter_home()), "7.2") is None:
        pytest.skip("porter toolchain install rocm-7")
    monkeypatch.setattr(measuring, "porter_home", lambda: tmp_path / "home")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "both.cu").write_text("__global__ void k(float *x) { *x = 1; }\n")
    (tree / "newer.cu").write_text("#include <cuda_runtime.h>\ncudaLibrary_t library;\n")
    found = measure(Base("thing", "1", tree), ["6.4", "7.2"], ["gfx942"], 1, None)
    assert found.passes("6.4") == {"both.cu"}
    assert found.only("6.4") == found.only("7.2") == []
    assert [(one.source, one.passes) for one in found.rewritten] == [("newer.cu", True)]
    again = measure(Base("thing", "1", tree), ["6.4", "7.2"], ["gfx942"], 1, 1)
    assert again.units == 2
    assert len(again.verdicts["6.4"]) == 1
