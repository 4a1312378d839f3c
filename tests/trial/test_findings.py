"""What a port would fail of is among the findings of `porter convert`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group

pytestmark = pytest.mark.toolchain

CUDA = """#include <cuda_runtime.h>
__global__ void k(int *p) { *p = 1; }
int main() {
    int *p;
    cudaMalloc(&p, 4);
    return undeclared;%s
}
"""


def findings(src: Path, *words: str) -> list[tuple[str, str, str, int, str]]:
    report = src.parent / "report.json"
    arguments = ["convert", src, "--out", src.parent / "out", "--report", report, *words]
    result = CliRunner().invoke(group, list(map(str, arguments)))
    assert result.exit_code == 0, result.stderr
    files = json.loads(report.read_text())["files"]
    return [
        (file["path"], one["rule"], one["severity"], one["line"], one["message"])
        for file in files
        for one in file["findings"]
    ]


@pytest.fixture
def src(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.cu").write_text(CUDA % "")
    (folder / "Makefile").write_text("bin/app: a.cu lost.cu\n\tnvcc a.cu -o bin/app\n")
    return folder


def test_errors_of_the_compiler_and_of_the_build_file(src: Path) -> None:
    by_default = [one for one in findings(src) if one[1].startswith("FND")]
    found = [one for one in findings(src, "--check-build") if one[1].startswith("FND")]
    assert by_default == found[:2]
    assert found == [
        (
            "Makefile",
            "FND03",
            "error",
            1,
            "make has no rule for lost.cu, and the port has no such file",
        ),
        (
            "Makefile",
            "FND03",
            "note",
            1,
            "bin/ is written to, and nobody makes it: the port has it, empty",
        ),
        (
            "a.cu",
            "FND02",
            "error",
            6,
            "clang refuses the port: use of undeclared identifier 'undeclared'",
        ),
    ]


def test_folders_that_a_makefile_writes_to_are_in_the_port(src: Path, tmp_path: Path) -> None:
    (src / "Makefile").write_text("out/deep/a.o: a.cu\n\tnvcc -c a.cu -o out/deep/a.o\n")
    for _ in range(2):  # a second conversion says the same
        (found,) = [one for one in findings(src) if one[1] == "FND03"]
        assert found[2:] == (
            "note",
            1,
            "out/deep/ is written to, and nobody makes it: the port has it, empty",
        )
    assert (tmp_path / "out" / "out" / "deep").is_dir()


def test_what_only_this_machine_lacks_is_asked_for(src: Path) -> None:
    (src / "Makefile").write_text("app: a.cu\n\tnvcc a.cu -o /absent/bin/app\n")
    assert not [one for one in findings(src) if one[0] == "Makefile" and one[1] == "FND03"]
    found = [one for one in findings(src, "--check-build") if one[1] == "FND03"]
    assert [one[2] for one in found] == ["warning"]


def test_it_is_said_that_no_compiler_was_asked(src: Path) -> None:
    (src / "Makefile").write_text("app: a.cu\n\tnvcc a.cu -o app\n")
    (src / "a.cu").write_text((CUDA % "").replace("undeclared", "0"))
    words = ["convert", str(src), "--out", str(src.parent / "out")]
    said = CliRunner().invoke(group, words).stderr
    assert "no compiler has seen the port's units yet" in said
    assert "--syntax-only" in said
    checked = CliRunner().invoke(group, [*words, "--check-build"]).stderr
    assert "no compiler has seen" not in checked and "--syntax-only" not in checked


@pytest.mark.parametrize("words", [["--dual"], ["--target", "app"]])
def test_what_is_no_port_of_its_own_is_not_followed(src: Path, words: list[str]) -> None:
    assert not [one for one in findings(src, *words) if one[1] == "FND03"]


def test_a_finding_that_a_person_has_accepted_stays_so(src: Path) -> None:
    (src / "a.cu").write_text(CUDA % "  // porter: accept FND02 a header of ours has it")
    found = [one for one in findings(src, "--check-build") if one[0] == "a.cu"]
    assert not [one for one in found if one[1] in ("FND01", "FND02")]
    assert not [one for one in findings(src) if one[1] == "FND01"]


def test_a_port_that_is_printed_is_not_checked(src: Path) -> None:
    result = CliRunner().invoke(group, ["convert", str(src), "--diff", "--check-build"])
    assert result.exit_code == 2


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_what_gcc_alone_refuses(src: Path) -> None:
    (src / "a.cpp").write_text("int main() { auto int n = 0; return n; }\n")
    (src / "Makefile").write_text("app: a.cpp\n\tg++ a.cpp -o app -std=c++17\n")
    found = [one for one in findings(src, "--check-build") if one[0] == "a.cpp"]
    assert [one[1:4] for one in found] == [("FND02", "error", 1)]
