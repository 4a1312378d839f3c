"""ROCm as others lay it out, made of the installed components: ports compile with it and run.

AMD's archives and wheels have LLVM in `lib/llvm`, conda-forge all in one tree. Neither brings
LLVM's headers: the executor is built with porter's own compiler beside them.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from porter.toolchain.home import Prefix, porter_home

pytestmark = [pytest.mark.slow, pytest.mark.toolchain]

PROGRAM = """\
#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void answer(int *out) { *out = __popcll(__ballot(1)) - 22; }
int main() {
    int *out;
    (void)hipMallocManaged(&out, sizeof *out);
    answer<<<1, 64>>>(out);
    (void)hipDeviceSynchronize();
    std::printf("%d\\n", *out);
}
"""


def rocm(root: Path, programs: str, bitcode: str) -> None:
    """Lay out a ROCm 7 with clang 22; skip where its parts are not installed."""
    prefix = Prefix(porter_home())
    places = [prefix.component(name) for name in ("compiler-22", "device-libs-21", "rocm-7")]
    compiler, libraries, headers = places
    if compiler is None or libraries is None or headers is None:
        pytest.skip("porter toolchain install compiler-22 rocm-7")
    (root / programs).mkdir(parents=True)
    for program in (compiler / "bin").iterdir():
        made = root / programs / program.name
        made.write_text(f'#!/bin/sh\nexec {shlex.quote(str(program))} "$@"\n')
        made.chmod(0o755)
    for name in ("include", "share"):  # clang reads HIP's version in share/hip
        (root / name).symlink_to(headers / "usr" / name)
    (root / bitcode).parent.mkdir(parents=True, exist_ok=True)
    found = next((libraries / "usr").glob("lib/llvm-*/lib/clang/*/amdgcn/bitcode"))
    (root / bitcode).symlink_to(found)


@pytest.mark.parametrize(
    ("variable", "programs", "bitcode"),
    [
        pytest.param("ROCM_PATH", "lib/llvm/bin", "lib/llvm/amdgcn/bitcode", id="archive"),
        pytest.param("CONDA_PREFIX", "bin", "lib/amdgcn/bitcode", id="conda-forge"),
    ],
)
def test_a_port_compiles_and_runs(
    tmp_path: Path, variable: str, programs: str, bitcode: str
) -> None:
    root = tmp_path / "rocm"
    rocm(root, programs, bitcode)
    (tmp_path / "port").mkdir()
    (tmp_path / "port" / "answer.cu").write_text(PROGRAM)
    environment = {**os.environ, variable: str(root), "PORTER_CPU_OPTIMIZE": "0"}

    def porter(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "porter", *words], cwd=tmp_path, env=environment,
            capture_output=True, text=True, timeout=1500, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert f"{root / programs}/clang++" in porter("toolchain", "status")
    assert "(clang 22." in porter("build", "port", "--arch", "gfx942")
    assert porter("run", "--on", "cpu", "port/answer.cu") == "42\n"
