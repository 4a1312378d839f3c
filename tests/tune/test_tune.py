"""`porter tune`, with the real compiler: a kernel that spills no longer does."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.tune import command
from porter.errors import PorterError
from porter.tune.header import NAME

pytestmark = pytest.mark.toolchain
SOURCE = """\
#include <hip/hip_runtime.h>

namespace demo {
constexpr int kValues = 48;

__global__ void __launch_bounds__(256, 8) many(const float* x, float* y, int n) {
  float v[kValues * 2];
#pragma unroll
  for (int i = 0; i < kValues * 2; ++i) v[i] = x[i * 256 + threadIdx.x];
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < kValues * 2; ++i) v[i] = v[i] * v[(i + 7) % (kValues * 2)] + x[k];
  }
#pragma unroll
  for (int i = 0; i < kValues * 2; ++i) y[i * 256 + threadIdx.x] = v[i];
}
}  // namespace demo

void launch(const float* x, float* y, int n) { demo::many<<<1, 256>>>(x, y, n); }
"""


def run(port: Path, *words: str) -> tuple[int, str]:
    folder = port.with_name(f"{port.name}.o")
    done = CliRunner().invoke(
        command, [str(port), "--arch", "gfx90a", "--folder", str(folder), *words]
    )
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


@pytest.fixture
def port(tmp_path: Path) -> Path:
    folder = tmp_path / "port"
    folder.mkdir()
    (folder / "k.hip").write_text(SOURCE)
    return folder


def test_spills_are_gone_and_the_choice_is_in_the_port(port: Path) -> None:
    status, text = run(port)
    assert status == 0, text
    assert "1 of 1 kernels spill nothing" in text
    header = (port / NAME).read_text()
    assert (
        "#if defined(__gfx90a__)\n#define PORTER_TUNED_many __attribute__((amdgpu_waves" in header
    )
    assert "spilled " in header and " -> 0, waves 8 -> " in header
    assert "__global__ PORTER_TUNED_many void __launch_bounds__" in (port / "k.hip").read_text()
    before = (header, (port / "k.hip").read_text())
    status, text = run(port)
    assert status == 0 and "nothing to tune" in text
    assert re.search(r"^gfx90a: none of \d+ kernels? spills; \d to \d waves$", text, re.MULTILINE)
    assert before == ((port / NAME).read_text(), (port / "k.hip").read_text())


@pytest.mark.slow
def test_what_the_header_says_already_stays_beside_the_choice(port: Path) -> None:
    """A choice was tried with it: without, what is built spills what the trial did not."""
    bound = "__attribute__((amdgpu_flat_work_group_size(1, 256)))"
    source = SOURCE.replace("void __launch_bounds__(256, 8) many", "PORTER_TUNED_many void many")
    (port / "k.hip").write_text(
        f'#include "{NAME}"\n{source}'.replace("kValues = 48", "kValues = 100")
    )
    (port / NAME).write_text(
        f"#if defined(__gfx90a__)\n#define PORTER_TUNED_many {bound}\n"
        "#else\n#define PORTER_TUNED_many\n#endif\n"
    )
    _, text = run(port, "--all")
    assert "when built" not in text
    assert f"PORTER_TUNED_many {bound}" in (port / NAME).read_text(), text


@pytest.mark.slow
def test_a_constant_left_open(port: Path) -> None:
    status, text = run(port, "--open", "kValues=48,8", "--json")
    assert status == 0, text
    document = json.loads(text)
    assert [one["value"] for one in document["constants"]["kValues"]] == [48, 8]
    assert "#define PORTER_TUNED_VALUE_kValues 8" in (port / NAME).read_text()
    assert "kValues = PORTER_TUNED_VALUE_kValues;" in (port / "k.hip").read_text()


@pytest.mark.slow
def test_with_a_gpu_the_clock_decides(port: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the GPU: what the header says is how long it takes."""
    monkeypatch.setattr("porter.toolchain.gpus.amd_gpus", lambda: ["gfx90a"])
    clock = port.with_name("clock.py")
    clock.write_text(
        "import re, sys\n"
        "found = re.search(r'PORTER_TUNED_many .*per_eu.(.)', open('porter_tuning.hpp').read())\n"
        "print({None: 5, '1': 3, '2': 4}.get(found and found[1], 9))\n"
    )
    _, text = run(port, "--time", f"{sys.executable} {clock}")
    assert "waves_per_eu 1" in text and "5 s -> 3 s" in (port / NAME).read_text()
    assert "amdgpu_waves_per_eu(1)" in (port / NAME).read_text()


def test_no_gpu_no_clock(port: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("porter.toolchain.gpus.amd_gpus", list)
    status, _ = run(port, "--time", "true")
    assert status == 2


def test_a_kernel_that_there_is_not_is_refused(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.mkdir()
    (port / "k.hip").write_text(SOURCE)
    words = [str(port), "--arch", "gfx90a", "--folder", str(tmp_path / "o"), "--kernel", "mani"]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 2 and "no kernel is called mani: there are demo::many" in done.output
    assert "compiled 1 of 1" in done.output


@pytest.mark.slow
def test_nothing_is_written_where_nothing_is_better(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.mkdir()
    source = port / "k.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n__global__ void k(float* x) { x[threadIdx.x] = 1; }\n"
    )
    before = source.read_text()
    status, text = run(port, "--kernel", "k")
    assert status == 0 and "nothing written" in text
    assert not (port / NAME).exists() and source.read_text() == before


def test_what_does_not_compile_is_left_out(tmp_path: Path) -> None:
    port = tmp_path / "port"
    (port / "bindings").mkdir(parents=True)
    (port / "k.hip").write_text(
        "#include <hip/hip_runtime.h>\n__global__ void k(float* x) { x[threadIdx.x] = 1; }\n"
    )
    (port / "bindings" / "torch.hip").write_text("#include <there_is_none.h>\n")
    status, text = run(port, "--all", "--dry-run")
    assert status == 0 and text.startswith("left out: bindings/torch.hip does not compile")
    assert "k [gfx90a]" in text
    status, text = run(port, "--all", "--dry-run", "--json")
    assert json.loads(text)["left_out"] == ["bindings/torch.hip"]
    status, text = run(port, "--exclude", "bindings/")
    assert status == 0 and "left out" not in text and "nothing to tune: no kernel spills" in text
    (port / "k.hip").unlink()
    folder = str(tmp_path / "o")
    refused = CliRunner().invoke(command, [str(port), "--arch", "gfx90a", "--folder", folder])
    assert isinstance(refused.exception, PorterError)
    assert "bindings/torch.hip does not compile" in str(refused.exception)


MARKS = """\
#include <hip/hip_runtime.h>

__global__ void marks(const int* x, int* y, int n, int rows) {
  for (int k = blockIdx.x; k < rows; k += gridDim.x) {
    int sum = 0;
#pragma unroll  // all of it
    for (int j = 0; j < 56; ++j) sum += __popcll(__ballot(threadIdx.x + j * blockDim.x < n));
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 56; ++j)
      if (threadIdx.x + j * blockDim.x < n) y[threadIdx.x + j * blockDim.x] += sum + x[k];
  }
}

void launch(const int* x, int* y, int n, int m) { marks<<<64, 256>>>(x, y, n, m); }
"""


@pytest.mark.slow
def test_where_no_attribute_helps_loops_are_unrolled_less(port: Path) -> None:
    """Each turn's mask is kept for the next row, in scalar registers, which no attribute adds."""
    (port / "k.hip").write_text(MARKS)
    status, text = run(port, "--json")
    assert status == 0, text
    (kernel,) = json.loads(text)["loops"]
    assert kernel["factors"] == {"marks_1": 8, "marks_2": 8} and kernel["chosen"]["spills"] == 0
    source, header = (port / "k.hip").read_text(), (port / NAME).read_text()
    assert "#pragma unroll PORTER_TUNED_UNROLL_marks_1  // all of it\n" in source
    assert "#define PORTER_TUNED_UNROLL_marks_1 8  // spilled " in header
    assert "#else\n#define PORTER_TUNED_UNROLL_marks_1\n#endif" in header
    assert "PORTER_TUNED_marks" not in header + source
    assert run(port) == (
        0,
        "gfx90a: none of 1 kernel spills; 8 to 8 waves\nnothing to tune: no kernel spills\n",
    )


@pytest.mark.slow
def test_what_the_code_leaves_open_is_tried_and_told(port: Path) -> None:
    """Clang's own directive stays as it is; whether 16 turns are right, porter cannot know."""
    full = "#pragma clang loop unroll(full)\n"
    text = MARKS.replace("#pragma unroll\n", full).replace("#pragma unroll  // all of it\n", full)
    guarded = "#ifndef TURNS\n#define TURNS 64\n#endif\n#ifndef OTHER\n#define OTHER 8\n#endif\n"
    (port / "k.hip").write_text(guarded + text.replace("j < 56", "j < TURNS"))
    status, text = run(port)
    assert status == 1, text
    assert "no loop of it has a `#pragma unroll` to change" in text
    assert "constant TURNS, which the code leaves open\n    64: " in text
    assert "`porter tune --open TURNS=" in text and "OTHER" not in text
    assert "#define TURNS 64\n" in (port / "k.hip").read_text()
    assert run(port, "--open", "TURNS=16")[0] == 0
