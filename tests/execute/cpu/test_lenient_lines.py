"""Zeros for arrays of a run's length, and a notebook's line: both sides take them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.convert import command
from porter.execute import cpu

PROGRAM = """\

%%cuda
#include <cstdio>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
void show(int n) {
  int seen[n] = {0}, others[2 * n] = {};
  int *x;
  cudaMalloc(&x, sizeof(seen));
  cudaMemcpy(x, seen, sizeof(seen), cudaMemcpyHostToDevice);
  twice<<<1, n>>>(x);
  seen[n - 1] = 7;
  cudaMemcpy(seen, x, sizeof(seen), cudaMemcpyDeviceToHost);
  std::printf("%d %d\\n", seen[n - 1], others[2 * n - 1]);
}
int main(int argc, char **) { show(31 + argc); }
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "src" / "a.cu"
    path.parent.mkdir()
    path.write_text(PROGRAM)
    return path


@pytest.mark.toolchain
def test_cudas_side(source: Path) -> None:
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "0 0\n"


@pytest.mark.toolchain
def test_the_port(source: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(command, [str(source), "--to", "hip", "--out", str(tmp_path / "hip")])
    assert "LNG93" in done.output and "LNG94" in done.output, done.output
    (port,) = (tmp_path / "hip").glob("a.*")
    assert cpu.build(port, arch="gfx942").run(timeout=60).stdout == "0 0\n"


@pytest.mark.toolchain
def test_a_macro_behind_a_string_in_a_header(tmp_path: Path) -> None:
    (tmp_path / "say.h").write_text('#define SAY(what) std::printf("[%d] "what"\\n", 1)\n')
    source = tmp_path / "a.cu"
    source.write_text('#include <cstdio>\n#include "say.h"\nint main() { SAY("yes"); }\n')
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "[1] yes\n"
