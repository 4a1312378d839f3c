"""Launches traced by the preloaded library, as on a GPU; here the executor is the CUDA runtime.

The executor traces itself, too: both must write down the same.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import cpu
from porter.execute.nvidia.interposer import interposer
from porter.execute.preloading import preloaded
from porter.toolchain.discovery import find
from porter.verify.comparison import launch_trace
from porter.verify.comparison.launch_trace import Trace

PROGRAM = """
#include <cuda_runtime.h>
#include <cstdio>
struct Pair { float *x; int *more[2]; };
__device__ int calls[3];
template <class T> __global__ void scale(T *x, T by, long n, const void *none) {
    if (threadIdx.x < n) x[threadIdx.x] *= by;
    if (threadIdx.x == 0) calls[0] += 1;
}
__global__ void gather(Pair pair, short step) { pair.x[threadIdx.x] += pair.more[1][0] + step; }
int main() {
    float *x;
    int *y, host = 5;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 12);
    cudaMemcpy(y, &host, 4, cudaMemcpyHostToDevice);
    scale<float><<<1, 64>>>(x, 0.5f, 64, nullptr);
    gather<<<dim3(1, 1, 1), dim3(32, 2, 1), 128>>>(Pair{x, {nullptr, y}}, 3);
    void *arguments[] = {&x, &host, &host, &x};
    (void)arguments;
    std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""

pytestmark = pytest.mark.toolchain


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = find()
    assert found is not None and found.parsable_cuda_path is not None
    headers = str(found.parsable_cuda_path / "include")
    compiler = [str(found.clang), *found.host_flags(), "-fuse-ld=lld", "-fPIC", "-isystem", headers]
    return interposer(compiler)


def run(program: Path, folder: Path, variable: str, more: dict[str, str]) -> Trace:
    folder.mkdir()
    own = {variable: str(folder), f"{variable}_BYTES": "4096", **more}
    done = subprocess.run(
        [program], env={**os.environ, **own}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "cudaSuccess\n"
    return launch_trace.read(folder)


def test_it_writes_down_what_the_executor_does(tmp_path: Path, library: Path) -> None:
    (tmp_path / "p.cu").write_text(PROGRAM)
    program = cpu.build(tmp_path / "p.cu", arch="sm_80").path
    own = run(program, tmp_path / "own", "PORTER_CPU_TRACE", {})
    found = run(program, tmp_path / "preloaded", "PORTER_TRACE", preloaded(library))
    assert [launch.name for launch in found.launches] == ["scale", "gather"]
    for a, b in zip(own.launches, found.launches, strict=True):
        assert (a.signature, a.grid, a.block, a.lds) == (b.signature, b.grid, b.block, b.lds)
        assert a.values == b.values
        places = [
            {x.place: (x.bytes, x.offset, x.hash, x.bag) for x in run.buffers} for run in (a, b)
        ]
        assert places[0] == places[1]
    assert {buffer.place for buffer in found.launches[1].buffers} == {"0+0", "0+16", "calls"}


def test_launches_of_other_objects_can_be_left_out(tmp_path: Path, library: Path) -> None:
    (tmp_path / "p.cu").write_text(PROGRAM)
    program = cpu.build(tmp_path / "p.cu", arch="sm_80", output=tmp_path / "program").path
    for objects, count in (("program", 2), ("_C.so:other.so", 0)):
        more = {**preloaded(library), "PORTER_TRACE_OBJECTS": objects}
        trace = run(program, tmp_path / f"of-{count}", "PORTER_TRACE", more)
        assert len(trace.launches) == count


def test_new_memory_is_filled_on_request(tmp_path: Path, library: Path) -> None:
    (tmp_path / "p.cu").write_text(PROGRAM)
    program = cpu.build(tmp_path / "p.cu", arch="sm_80").path
    more = {**preloaded(library), "PORTER_TRACE_FILL": "0x3c00"}  # 1 + 2**-7 - 2**-15 as float32
    trace = run(program, tmp_path / "run", "PORTER_TRACE", more)
    kept = trace.launches[0].buffers[0].stored
    assert kept is not None and bytes(kept[:4]) == b"\x00\x3c\x80\x3b"


def test_launches_are_timed(tmp_path: Path, library: Path) -> None:
    (tmp_path / "p.cu").write_text(PROGRAM)
    program = cpu.build(tmp_path / "p.cu", arch="sm_80").path
    own = {**preloaded(library), "PORTER_TRACE_TIMES": str(tmp_path)}
    subprocess.run([program], env={**os.environ, **own}, check=True, capture_output=True)
    (times,) = tmp_path.glob("times-*.txt")
    assert len(times.read_text().split()) == 2
    assert all(float(line) >= 0 for line in times.read_text().split())


def test_a_compiler_that_fails_is_named() -> None:
    with pytest.raises(PorterError, match="does not compile"):
        interposer(["sh", "-c", "echo 'x.cpp: error: no' >&2; exit 1"])
