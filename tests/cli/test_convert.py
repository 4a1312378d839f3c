"""`porter convert` as it is called: options, exit status, what is printed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group
from porter.errors import PorterError
from tests.cli.calls import CUDA, HIP, porter

LEFT = "int f() { return cudaGetExportTable(a, b, c); }\n"


pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def src(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.cu").write_text(CUDA)
    return folder


def convert(*words: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(group, ["convert", *map(str, words)], input=stdin)


# Ways


def test_out(src: Path) -> None:
    result = convert(src, "--out", "out")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert Path("out/a.cu").read_text() == HIP
    for part in ("1 source file, 1 changed", "API01  api-names  runtime", "API14  headers"):
        assert part in result.stderr


def test_in_place(src: Path) -> None:
    assert convert(src, "--in-place").exit_code == 0
    assert (src / "a.cu").read_text() == HIP


def test_diff(src: Path) -> None:
    result = convert(src, "--diff")
    assert result.stdout == (
        "--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n-#include <cuda_runtime.h>\n"
        "-cudaError_t e = cudaFree(p);\n"
        "+#include <hip/hip_runtime.h>\n+hipError_t e = hipFree(p);\n"
    )
    assert (src / "a.cu").read_text() == CUDA


def test_out_to_standard_output(src: Path) -> None:
    assert convert(src / "a.cu", "--out", "-").stdout == HIP
    (src / "b.cu").write_text(CUDA)
    result = convert(src, "--out", "-")
    assert isinstance(result.exception, PorterError)


def test_filter() -> None:
    result = convert("-", stdin=CUDA)
    assert (result.exit_code, result.stdout, result.stderr) == (0, HIP, "")


def test_filter_keeps_bytes() -> None:
    data = CUDA.encode() + b"// \xe9\r\nx\0"
    assert convert("-", stdin=data).stdout_bytes == HIP.encode() + b"// \xe9\r\nx\0"


def test_filter_tells_what_it_found_and_needs() -> None:
    result = convert("-", "--strict", stdin=LEFT + "int y = __shfl_sync(~0u, x, 0);\n")
    assert result.exit_code == 1
    assert "<stdin>:1:18: error: HIP has no cudaGetExportTable" in result.stderr
    assert "needs porter_compat/ with" in result.stderr
    assert "warp.hpp" in result.stderr


def test_filter_refuses_utf16() -> None:
    result = convert("-", stdin=CUDA.encode("utf-16"))
    assert "UTF-16" in str(result.exception)


# Wrong use


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["src", "--diff", "--out", "x"], "give one of --out DIR, --in-place and --diff"),
        (["src", "--project", "cmake", "--in-place"], "--project writes a folder"),
        (["src", "--in-place", "--diff"], "give one of"),
        (["src", "-", "--out", "x"], "- is standard input"),
        (["src", "--out", "x", "--rocm", "new"], "'new' is not a version such as 6.4"),
        (["src", "--out", "x", "--launch", "maybe"], "'maybe' is not one of"),
        (["src", "--out", "x", "--jobs", "0"], "--jobs"),
    ],
)
def test_wrong_use(src: Path, words: list[str], told: str) -> None:
    result = convert(*words)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize(
    ("words", "told", "hint"),
    [
        (["nowhere", "--out", "x"], "nowhere: no such file or folder", ""),
        (["src", "--out", "src"], "overwrite its source", "--in-place"),
        (["src", "--out", "x", "--only", "API001"], "--only: there is no rule API001", "API01"),
        (["src", "--out", "x", "--skip", "api-name"], "there is no rule api-name", "API01"),
        (["src", "--out", "x", "--to", "opencl"], "there is no such target", "hip"),
    ],
)
def test_what_cannot_be_done(src: Path, words: list[str], told: str, hint: str) -> None:
    error = convert(*words).exception
    assert isinstance(error, PorterError)
    assert told in str(error)
    assert hint in str(error)


def test_main_turns_such_errors_into_status_2(src: Path) -> None:
    done = porter("convert", "nowhere", "--out", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "porter: nowhere: no such file or folder [ERR02]\n"


# Options


def test_only_and_skip(src: Path) -> None:
    convert(src, "--out", "one", "--only", "API14")
    assert Path("one/a.cu").read_text() == CUDA.replace("cuda_runtime.h", "hip/hip_runtime.h")
    convert(src, "--out", "two", "--skip", "API14")
    assert Path("two/a.cu").read_text() == HIP.replace("hip/hip_runtime.h", "cuda_runtime.h")


def test_strict(src: Path) -> None:
    assert convert(src, "--out", "out", "--strict").exit_code == 0
    (src / "b.cu").write_text(LEFT)
    assert convert(src, "--out", "out").exit_code == 0
    assert convert(src, "--out", "out", "--strict").exit_code == 1


def test_exclude_and_porter_toml(src: Path) -> None:
    (src / "b.cu").write_text(LEFT)
    (src / "tests").mkdir()
    (src / "tests" / "c.cu").write_text(CUDA)
    (src.parent / "porter.toml").write_text(
        '[project]\nexclude = ["/tests"]\n[findings]\nAPI09 = "note"\n'
    )
    result = convert(src, "--out", "out", "--exclude", "a.cu", "--strict")
    assert result.exit_code == 0
    assert "a.cu, tests" in result.stderr
    assert not Path("out/a.cu").exists()
    _, notes = result.stderr.split("Notes: 1 cause at 1 place\n")
    assert notes.startswith("  API09  HIP has no cudaGetExportTable")


def test_porter_toml_with_an_unknown_rule(src: Path) -> None:
    (src / "porter.toml").write_text('[findings]\nAPI9 = "note"\n')
    error = convert(src, "--out", "out").exception
    assert "porter.toml: there is no rule API9" in str(error)
    assert "API09" in str(error)


def test_report_and_sarif(src: Path) -> None:
    (src / "b.cu").write_text("\n\n" + LEFT)
    convert(src, "--out", "out", "--report", "r.json", "--sarif", "r.sarif")
    report = json.loads(Path("r.json").read_text())
    by_path = {one["path"]: one for one in report["files"]}
    assert [(edit["rule"], edit["line"], edit["text"]) for edit in by_path["a.cu"]["edits"]] == [
        ("API14", 1, "hip/hip_runtime.h"),
        ("API01", 2, "hipError_t"),
        ("API01", 2, "hipFree"),
    ]
    (finding,) = by_path["b.cu"]["findings"]
    assert (finding["rule"], finding["line"], finding["column"]) == ("API09", 3, 18)
    assert report["totals"]["errors"] == 1
    (run,) = json.loads(Path("r.sarif").read_text())["runs"]
    (found,) = run["results"]
    assert (found["ruleId"], found["level"]) == ("API09", "error")
    place = found["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("b.cu", 3)


def test_a_compilation_database(src: Path) -> None:
    (src / "dir").mkdir()
    (src / "dir" / "cuda_fp16.h").write_text("// the project's\n")
    (src / "b.cc").write_text("#include <cuda_fp16.h>\n")
    convert(src, "--out", "one")
    assert "hip/hip_fp16.h" in Path("one/b.cc").read_text()
    command = {"directory": str(src), "command": "nvcc -Idir -c b.cc", "file": "b.cc"}
    Path("compile_commands.json").write_text(json.dumps([command]))
    convert(src, "--out", "two", "-p", "compile_commands.json")
    assert Path("two/b.cc").read_text() == "#include <cuda_fp16.h>\n"
    convert(src, "--out", "three", "-I", src / "dir")
    assert Path("three/b.cc").read_text() == "#include <cuda_fp16.h>\n"


def test_force(src: Path) -> None:
    convert(src, "--out", "out")
    Path("out/a.cu").write_text("mine")
    result = convert(src, "--out", "out", "--strict")
    assert result.exit_code == 1
    assert "a.cu  not written: was changed by hand since porter wrote it (--force" in result.stderr
    assert convert(src, "--out", "out", "--strict", "--force").exit_code == 0
    assert Path("out/a.cu").read_text() == HIP


def test_no_cache(src: Path, tmp_path: Path) -> None:
    convert(src, "--out", "out", "--no-cache")
    assert not (tmp_path / "home").exists()
    convert(src, "--out", "out")
    assert "1 known from an earlier run" in convert(src, "--out", "out").stderr


def test_everything_that_was_not_done_is_told(src: Path) -> None:
    (src / "third_party").mkdir()
    (src / "third_party" / "x.cu").write_text(CUDA)
    (src / "build").mkdir()
    (src / ".gitignore").write_text("build/\n")
    (src / "w.cu").write_bytes(CUDA.encode("utf-16"))
    told = convert(src, "--out", "out").stderr
    for part in (
        "third_party/  copied, not converted: called third_party (--vendored converts it)",
        "build         left out: .gitignore",
        "w.cu          is UTF-16",
    ):
        assert part in told


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_wide_text_without_cuda_is_copied_and_told(src: Path, encoding: str) -> None:
    wide = "\ufeff//{{NO_DEPENDENCIES}}\r\n#define IDI_ICON1 101\r\n".encode(encoding)
    (src / "resource.h").write_bytes(wide)
    result = convert(src, "--out", "out")
    assert result.exit_code == 0
    assert "LNG50  this source is in UTF-16" in result.stderr
    assert Path("out/resource.h").read_bytes() == wide


def test_names_of_any_bytes_can_be_told(src: Path) -> None:
    (src / os.fsdecode(b"caf\xe9.cu")).write_text(LEFT)
    result = porter("convert", "src", "--out", "out", "--report", "r.json", "--sarif", "r.sarif")
    assert result.returncode == 0, result.stderr
    assert (Path("out") / os.fsdecode(b"caf\xe9.cu")).read_text() == LEFT
