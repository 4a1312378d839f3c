"""`porter build --report kernels`, with the real compiler."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.build import command

pytestmark = pytest.mark.toolchain
KERNEL = """\
#include <hip/hip_runtime.h>
__global__ void column_sums(const float* x, float* y, int rows) {
  __shared__ float tile[64 * 64];
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += x[i * 64 + threadIdx.x] * 2.0f;
  tile[threadIdx.x * STRIDE] = sum;
  __syncthreads();
  y[threadIdx.x] = tile[(63 - threadIdx.x) * STRIDE];
}
"""


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, [*words, "--folder", str(folder), "--arch", "gfx942"])
    return done.exit_code, done.output


def test_a_build_read_and_held_against_another(tmp_path: Path) -> None:
    source = tmp_path / "k.hip"
    source.write_text(KERNEL.replace("STRIDE", "1"))
    good = tmp_path / "good"
    status, text = run(good, str(source), "--report", "kernels")
    assert status == 0, text
    assert "limited by processor" in text and "loop of depth 1" in text
    assert "bank conflicts in none" in text and "bound by memory" in text
    status, text = run(good, str(source), "--report", "kernels", "--json")
    (kernel,) = json.loads(text)["kernels"]
    assert kernel["seen"] == kernel["accesses"] and kernel["hot"]["latency"] > 0
    report = tmp_path / "good.json"
    report.write_text(text)

    source.write_text(KERNEL.replace("STRIDE", "32"))
    for other in (good, report):
        status, text = run(
            tmp_path / "bad", str(source), "--report", "kernels", "--against", str(other)
        )
        assert status == 1, text
        assert "rows of" not in text  # no launch stands there
        assert "bank conflicts: ds_write_b32" in text and "(32 times)" in text
        assert (
            "worse   bank conflicts 0 -> 2, gfx942: column_sums(float const*, float*, int)" in text
        )


def test_lines_and_rows(tmp_path: Path) -> None:
    (tmp_path / "k.hip").write_text(
        KERNEL.replace("STRIDE", "32") + "void f() { column_sums<<<1, dim3(64, 2)>>>(0, 0, 0); }\n"
    )
    status, text = run(tmp_path / "o", str(tmp_path), "--report", "kernels", "--lines")
    assert status == 0, text
    written = (
        KERNEL.splitlines().index(next(one for one in KERNEL.splitlines() if "] =" in one)) + 1
    )
    assert "known in rows of 64 threads; bank conflicts: ds_write_b32" in text
    assert f"(k.hip:{written}) (32 times)" in text
    (tmp_path / "k.hip").write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void f(float* x) {\n"
        "  __shared__ float tile[8][32];\n"
        "  tile[threadIdx.y][threadIdx.x] = x[threadIdx.x];\n"
        "  __syncthreads();\n"
        "  x[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n"
        "void g() { f<<<1, dim3(8, 8)>>>(0); }\n"
    )
    words = [str(tmp_path), "--report", "kernels"]
    assert "in rows of 8 threads" in run(tmp_path / "a", *words)[1]
    status, text = run(tmp_path / "b", *words, "--against", str(tmp_path / "a"))
    assert status == 0 and "0 figures of 1 kernels became worse" in text, text
    (tmp_path / "k.hip").write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void f(float* x) { x[threadIdx.x * 16] = 1, x[threadIdx.x * 16 + 9] = 2; }\n"
    )
    status, text = run(tmp_path / "o", str(tmp_path), "--report", "kernels", "--lines")
    assert "(k.hip:2) and 1 of the line (16 times)" in text


def test_additions_in_memory_that_are_loops(tmp_path: Path) -> None:
    (tmp_path / "k.hip").write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void sum(float* x, double* y, int* z) {\n"
        "  atomicAdd(x, 1.5f), atomicAdd(x + 1, 2.5f), atomicAdd(y, 0.5), atomicAdd(z, 1);\n}\n"
    )
    words = [str(tmp_path), "--report", "kernels", "--folder", str(tmp_path / "o")]
    for arch, told in (("gfx90a", {"f32": 2, "f64": 1}), ("gfx942", {}), ("gfx1100", {"f32": 2})):
        done = CliRunner().invoke(command, [*words, "--arch", arch, "--json"])
        (kernel,) = json.loads(done.output)["kernels"]
        assert kernel["additions"] == told
    done = CliRunner().invoke(command, [*words, "--arch", "gfx90a"])
    assert (
        "2 additions of f32 in memory by compare-and-swap; with -munsafe-fp-atomics" in done.output
    )


def test_what_is_no_build_is_refused(tmp_path: Path) -> None:
    (tmp_path / "k.hip").write_text(KERNEL.replace("STRIDE", "1"))
    (tmp_path / "x.json").write_text("[]")
    for words, said in (
        (["--against", str(tmp_path)], "--against needs --report kernels"),
        (["--lines"], "--lines needs --report kernels"),
        (["--report", "kernels", "--syntax-only"], "makes no code"),
    ):
        status, text = run(tmp_path / "o", str(tmp_path / "k.hip"), *words)
        assert status == 2 and said in text
    status, _ = run(
        tmp_path / "o", str(tmp_path / "k.hip"), "--report", "kernels",
        "--against", str(tmp_path / "x.json"),
    )  # fmt: skip
    assert status != 0


def test_what_a_report_lacks_is_told(tmp_path: Path) -> None:
    source = tmp_path / "k.hip"
    source.write_text(KERNEL.replace("STRIDE", "1"))
    report = tmp_path / "one.json"
    kernel = {"unit": "k.hip", "usage": {"name": "k()", "arch": "gfx1100"}}
    words = [str(source), "--report", "kernels", "--against", str(report)]
    for there, said in (
        ([kernel], "has no kernel for gfx942: it is of a build for gfx1100"),
        ([1], "is no report of kernels"),
    ):
        report.write_text(json.dumps({"kernels": there}))
        done = CliRunner().invoke(
            command, [*words, "--folder", str(tmp_path / "o"), "--arch", "gfx942"]
        )
        assert said in str(done.exception)


def test_a_port_without_kernels_says_so(tmp_path: Path) -> None:
    source = tmp_path / "host.cpp"
    source.write_text("#include <hip/hip_runtime.h>\nint main() { return hipInit(0); }\n")
    status, text = run(tmp_path / "o", str(source), "--report", "kernels")
    assert status == 0 and "no kernel" in text and "waves: of a SIMD unit" not in text


def test_what_to_look_at_is_summed_up(tmp_path: Path) -> None:
    source = tmp_path / "k.hip"
    source.write_text(KERNEL.replace("STRIDE", "32"))
    status, text = run(tmp_path / "o", str(source), "--report", "kernels")
    assert status == 0, text
    assert "1 kernel: nothing spilled, bank conflicts in 1, uncoalesced accesses in none" in text


def test_a_processor_without_figures_is_named(tmp_path: Path) -> None:
    source = tmp_path / "k.hip"
    source.write_text(KERNEL.replace("STRIDE", "1"))
    words = [str(source), "--report", "kernels", "--folder", str(tmp_path), "--arch", "gfx1030"]
    said = CliRunner().invoke(command, words).output
    assert "No figures of processors for gfx1030" in said
