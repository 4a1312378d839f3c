"""`--to hip --rules pack.toml`: code is converted, and then its package gets another name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group

PACK = """\
[pack]
name = "kit-tool"
target = "tool_box"
summary = "Kit is Tool Box now."

[[rename]]
from = "kit"
to = "tool_box"

[[rename]]
from = "hipcub"
to = "boxcub"
"""
SOURCE = b"""\
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include "kit_ops.cuh"
namespace kit {
__global__ void kit_scale(float* x) { x[0] = __shfl_sync(~0u, x[0], 0); }
void run(float* x) { kit_scale<<<1, 32>>>(x); cudaFree(x); cub::Sum kitSum; }
}
"""
TREE = {
    "kit/__init__.py": b"from kit import ops\n",
    "kit/ops.py": b"NAME = 'kit'\n",
    "kit/csrc/kit_ops.cu": SOURCE,
    "kit/csrc/kit_ops.cuh": b"#pragma once\nstruct KitSize {};\n",
    "README.md": b"# KIT\n",
}
HIP = b"""\
#include "../../porter_compat/warp.hpp"
#include <hip/hip_runtime.h>
#include <boxcub/boxcub.hpp>
#include "tool_box_ops.cuh"
namespace tool_box {
__global__ void tool_box_scale(float* x) { x[0] = porter::shfl_sync(~0u, x[0], 0); }
void run(float* x) { tool_box_scale<<<1, 32>>>(x); hipFree(x); boxcub::Sum toolBoxSum; }
}
"""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def src(tmp_path: Path) -> Path:
    (tmp_path / "pack.toml").write_text(PACK)
    for path, data in TREE.items():
        (tmp_path / "src" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / path).write_bytes(data)
    return tmp_path / "src"


def porter(*arguments: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(group, [str(one) for one in arguments], input=given)


def both(*arguments: object, given: bytes | None = None) -> Result:
    return porter(
        "convert", *arguments, "--to", "hip", "--rules", "pack.toml", "--rocm", "6.4", given=given
    )


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".porter" not in path.parts
    }


def test_a_tree_is_converted_and_renamed(src: Path, tmp_path: Path) -> None:
    done = both(src, "--out", "out", "--strict")
    assert done.exit_code == 0, done.output
    found = files(tmp_path / "out")
    assert found.pop("porter_compat/warp.hpp") and found.pop("porter_compat/lane_moves.hpp")
    assert found == {
        "README.md": b"# TOOL_BOX\n",
        "tool_box/__init__.py": b"from tool_box import ops\n",
        "tool_box/csrc/tool_box_ops.cu": HIP,
        "tool_box/csrc/tool_box_ops.cuh": b"#pragma once\nstruct ToolBoxSize {};\n",
        "tool_box/ops.py": b"NAME = 'tool_box'\n",
    }
    assert "5 of 5  files come back byte for byte in reverse" in done.output


def test_it_is_what_two_runs_give(src: Path, tmp_path: Path) -> None:
    both(src, "--rename", "--out", "out")
    porter("convert", src, "--to", "hip", "--rename", "--rocm", "6.4", "--out", "between")
    porter("convert", "between", "--rules", "pack.toml", "--out", "second")
    assert files(tmp_path / "out") == files(tmp_path / "second")
    assert "tool_box/csrc/tool_box_ops.hip" in files(tmp_path / "out")
    back = porter("convert", "out", "--rules", "pack.toml", "--reverse", "--out", "back")
    assert back.exit_code == 0, back.output
    assert files(tmp_path / "back") == files(tmp_path / "between")


def test_a_second_run_changes_nothing(src: Path, tmp_path: Path) -> None:
    both(src, "--out", "out")
    again = both(src, "--out", "out")
    assert "0 files written" in again.output
    once = files(tmp_path / "out")
    assert both("out", "--diff").stdout == ""
    both("out", "--in-place")
    assert files(tmp_path / "out") == once


def test_the_report_tells_which_rule_did_what(src: Path, tmp_path: Path) -> None:
    done = both(src, "--rename", "--out", "out", "--report", "report.json")
    assert "for ROCm 6.4, --warp 32, 2 files renamed (BLD25)" in done.stderr
    assert "pack kit-tool: kit \u2192 tool_box" in done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["renamed"]["kit/csrc/kit_ops.cu"] == {
        "to": "tool_box/csrc/tool_box_ops.hip",
        "rule": "BLD25, PKG01",
    }
    (file,) = (one for one in report["files"] if one["path"].endswith(".cu"))
    told = {
        edit["text"].strip(): (edit["line"], edit["rule"], edit["detail"]) for edit in file["edits"]
    }
    assert told["hipFree"] == (6, "API01", "runtime")
    assert told["toolBox"] == (6, "PKG01", "kit \u2192 tool_box (camelCase)")
    line, rule, detail = told["boxcub"]
    assert (line, rule) == (6, "API02")
    assert detail.endswith("then PKG01 hipcub \u2192 boxcub (snake_case)")
    data = SOURCE
    for edit in reversed(file["edits"]):
        data = data[: edit["start"]] + edit["text"].encode() + data[edit["end"] :]
    assert data == (tmp_path / "out" / "tool_box" / "csrc" / "tool_box_ops.hip").read_bytes()


def test_the_source_itself_is_rewritten(src: Path, tmp_path: Path) -> None:
    both(src, "--out", "out")
    assert both(src, "--in-place").exit_code == 0
    assert files(src) == files(tmp_path / "out")


def test_a_diff_and_standard_input(src: Path) -> None:
    diff = both(src, "--diff").stdout
    assert "--- a/kit/csrc/kit_ops.cu\n+++ b/tool_box/csrc/tool_box_ops.cu\n" in diff
    assert "+void run(float* x) { tool_box_scale<<<1, 32>>>(x); hipFree(x);" in diff
    done = both("-", given=b"#include <cuda.h>\nint kit = cudaFree(kit_p);\n")
    assert (
        done.stdout_bytes == b"#include <hip/hip_runtime.h>\nint tool_box = hipFree(tool_box_p);\n"
    )


def test_a_project_is_written_under_the_new_names(src: Path, tmp_path: Path) -> None:
    (src / "kit" / "csrc" / "main.cu").write_bytes(
        b"#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n"
    )
    done = both(src, "--out", "out", "--project", "plain")
    assert done.exit_code == 0, done.output
    makefile = (tmp_path / "out" / "Makefile").read_text()
    assert "tool_box/csrc/tool_box_ops.cu" in makefile and "kit" not in makefile


def test_files_that_compile_at_first_use_get_their_builder_under_the_new_name(
    src: Path, tmp_path: Path
) -> None:
    """What porter adds to a port is renamed like the rest, and stands in for upstream's file."""
    (src / "kit" / "loader.py").write_text(
        "from torch.utils.cpp_extension import load\n"
        "kit = load(name='kit', sources=['kit/csrc/kit_ops.cu'])\n"
    )
    both(src, "--out", "out")
    found = files(tmp_path / "out")
    assert "tool_box/hip_extension.py" in found
    assert b"from tool_box.hip_extension import load" in found["tool_box/loader.py"]
    assert not [path for path in found if path.startswith("kit")]
    porter("convert", src, "--rocm", "6.4", "--out", "between")
    porter("convert", "between", "--rules", "pack.toml", "--out", "second")
    assert files(tmp_path / "second") == found


def test_a_file_that_is_not_text_is_told_once(src: Path) -> None:
    (src / "kit" / "wide.cu").write_bytes(b"\xff\xfea\0")
    done = both(src, "--diff")
    assert done.exit_code == 1 and done.stderr.count("kit/wide.cu") == 1


def test_what_does_not_go_together_is_refused(src: Path) -> None:
    assert both(src, "--reverse", "--diff").exit_code == 2
    dual = both(src, "--dual", "--out", "out")
    assert dual.exception is not None and "--dual keeps CUDA's side" in str(dual.exception)
    assert not Path("out").exists()


def test_support_headers_keep_the_names_that_includes_have(src: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(PACK.replace('"hipcub"', '"porter"'))
    assert both(src, "--out", "out").exit_code == 0
    found = files(tmp_path / "out")
    assert b'#include "../../porter_compat/warp.hpp"' in found["tool_box/csrc/tool_box_ops.cu"]
    assert "porter_compat/warp.hpp" in found


def test_porter_toml_names_both(src: Path, tmp_path: Path) -> None:
    settings = '[project]\nupstream = "src"\nport = "port"\nrules = "pack.toml"\nrocm = "6.4"\n'
    (tmp_path / "porter.toml").write_text(settings)
    assert porter("sync").exit_code == 0
    assert b"cudaFree" in files(tmp_path / "port")["tool_box/csrc/tool_box_ops.cu"], (
        "the pack alone"
    )
    (tmp_path / "porter.toml").write_text(settings + 'to = "hip"\n')
    assert porter("sync").exit_code == 0
    ported = tmp_path / "port" / "tool_box" / "csrc" / "tool_box_ops.cu"
    assert ported.read_bytes() == HIP
    assert porter("check").exit_code == 0
    ported.write_bytes(HIP + b"// by hand\n")
    (src / "kit" / "csrc" / "kit_ops.cu").write_bytes(b"// kit: cudaFree\n" + SOURCE)
    assert porter("sync", "--allow-dirty").exit_code == 0
    assert ported.read_bytes() == b"// tool_box: cudaFree\n" + HIP + b"// by hand\n"
    edits = porter("edits").output
    assert "tool_box/csrc/tool_box_ops.cu" in edits and "+// by hand" in edits
    assert porter("check").exit_code == 0, porter("check").output
