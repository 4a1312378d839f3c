"""The stand-ins for hipcc and nvcc: command lines, and builds with a project's own Makefile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.execute.cpu.standin import parse


def test_a_compile_command() -> None:
    line = parse(
        "-c -O3 -g -Iinc -D X=1 --offload-arch=gfx90a:xnack- -std=c++20 k.hip -o k.o".split()
    )
    assert line.compile_only and line.output == Path("k.o") and line.sources == [Path("k.hip")]
    assert line.flags == ["-Iinc", "-D", "X=1", "-std=c++20"]
    assert line.arch == "gfx90a"


def test_an_nvcc_command() -> None:
    line = parse(
        "-gencode arch=compute_80,code=sm_80 --expt-relaxed-constexpr -Xcompiler -fPIC,-fopenmp "
        "--std=c++17 -shared a.o libb.a -lcudart -lm -o lib.so".split()
    )
    assert line.flags == ["-fPIC", "-fopenmp", "-std=c++17"]
    assert line.link_flags == ["-fopenmp", "-shared", "-lm"]
    assert line.inputs == [Path("a.o"), Path("libb.a")]


MAKEFILE = """\
app: main.o libkernels.a
\t$(COMPILER) main.o libkernels.a -o $@
libkernels.a: kernels.o
\tar rc $@ $^
%.o: %{suffix}
\t$(COMPILER) -O3 -MD -MF $*.d -DFACTOR=3 -c $< -o $@
"""
KERNELS = """\
#include "kernels.h"
__global__ void scale(int *x) {{ x[threadIdx.x] *= FACTOR; }}
void run(int *x) {{ scale<<<1, 64>>>(x); (void){api}DeviceSynchronize(); }}
"""
MAIN = """\
#include "kernels.h"
#include <cstdio>
int main() {{
  int *x; (void){api}MallocManaged((void **)&x, 256);
  for (int i = 0; i < 64; ++i) x[i] = i;
  run(x);
  std::printf("%d %d\\n", x[5], x[63]);
}}
"""


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("compiler", "suffix", "api", "header"),
    [("hipcc", ".hip", "hip", "hip/hip_runtime.h"), ("nvcc", ".cu", "cuda", "cuda_runtime.h")],
)
def test_a_makefile(tmp_path: Path, compiler: str, suffix: str, api: str, header: str) -> None:
    (tmp_path / "kernels.h").write_text(f"#pragma once\n#include <{header}>\nvoid run(int *x);\n")
    (tmp_path / f"kernels{suffix}").write_text(KERNELS.format(api=api))
    (tmp_path / f"main{suffix}").write_text(MAIN.format(api=api))
    (tmp_path / "Makefile").write_text(MAKEFILE.format(suffix=suffix))
    script = f"from porter.execute.cpu.standin import {compiler}; {compiler}()"
    command = f"{sys.executable} -c '{script}'"
    done = subprocess.run(
        ["make", f"COMPILER={command}"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    run = subprocess.run([str(tmp_path / "app")], capture_output=True, text=True, check=False)
    assert run.stdout == "15 189\n"
    assert "kernels.h" in (tmp_path / "kernels.d").read_text()
