"""Device code loaded into the process: how kernels are found, launched, and refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.execute.cpu import KernelFault, Module, Stream

pytestmark = pytest.mark.toolchain

SOURCE = r"""
__device__ float factor = 2;
__constant__ int table[4] = {1, 2, 3, 4};
template <class T> __global__ void scale(T *x) { x[threadIdx.x] *= T(factor); }
template __global__ void scale<float>(float *);
template __global__ void scale<double>(double *);
namespace inner { __global__ void look_up(int *x) { x[threadIdx.x] = table[threadIdx.x % 4]; } }
__global__ __launch_bounds__(64) void bounded(int *x) { x[threadIdx.x] = 1; }
__global__ void greedy(int *x) { __shared__ int lds[8192]; lds[threadIdx.x] = *x; *x = lds[0]; }
__global__ void out_of_bounds(int *x) { __syncthreads(); if (threadIdx.x == 5) x[1ll << 40] = 1; }
__global__ void strided(int *x) { if (threadIdx.y == 3) x[1ll << 40] = threadIdx.x; }
__global__ void busy(unsigned *x, int turns) {
  unsigned value = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = 0; i < turns; ++i) value = value * 1664525u + 1013904223u + (value >> 7);
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void busy_with_barriers(unsigned *x, int turns) {
  for (int i = 0; i < turns; i += 100) __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] = turns;
}
__global__ void asserting(int n) { assert(n == 1); }
"""


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


def test_templates_are_named_as_in_the_source(module: Module) -> None:
    x = np.ones(64, np.float32)
    module.kernel("scale<float>")[1, 64](x)
    assert (x == 2).all()
    with pytest.raises(PorterError, match=r"several kernels answer to 'scale'"):
        module.kernel("scale")


def test_unknown_kernels_get_a_list(module: Module) -> None:
    with pytest.raises(PorterError, match=r"void scale<double>\(double\*\)"):
        module.kernel("scael")


def test_device_variables_are_arrays(module: Module) -> None:
    x = np.ones(4)
    module.variable("factor", np.float32)[0] = 5
    module.kernel("scale<double>")[1, 4](x)
    module.variable("factor", np.float32)[0] = 2
    assert (x == 5).all()
    y = np.zeros(8, np.int32)
    module.variable("table", np.int32)[:] = [5, 6, 7, 8]
    module.kernel("inner::look_up")[1, 8](y)
    assert y.tolist() == [5, 6, 7, 8, 5, 6, 7, 8]
    with pytest.raises(PorterError, match="factor, table"):
        module.variable("facto")


def test_configurations_are_checked(module: Module) -> None:
    x = np.zeros(128, np.int32)
    with pytest.raises(PorterError, match="at most 64 work-items, got 65"):
        module.kernel("bounded")[1, 65](x)
    with pytest.raises(PorterError, match="65537 bytes of LDS"):
        module.kernel("greedy")[1, 1, 32769](x)
    with pytest.raises(PorterError, match="the grid is one to three positive numbers"):
        module.kernel("bounded")[0, 64](x)


def test_engines(module: Module) -> None:
    engines = {k.qualified_name: k.engine for k in module.kernels}
    assert engines["scale<float>"] == "loop"
    assert engines["out_of_bounds"] == "regions"


def test_a_fault_is_an_exception_and_the_module_stays_usable(module: Module) -> None:
    x = np.ones(64, np.int32)
    with pytest.raises(KernelFault, match=r"out_of_bounds\(int\*\), block .*, thread \(5, 0, 0\)"):
        module.kernel("out_of_bounds")[1, 64](x)
    module.kernel("bounded")[1, 64](x)
    assert (x == 1).all()


def test_a_stream_runs_launches_in_order(module: Module) -> None:
    x = np.ones(64)
    with Stream() as stream:
        for _ in range(10):
            module.kernel("scale<double>")[1, 64, 0, stream](x)
        stream.synchronize()
        assert (x == 2**10).all()
        module.kernel("scale<double>")[1, 64, 0, stream](x)
    assert (x == 2**11).all()


def test_a_fault_on_a_stream_comes_when_it_is_waited_for(module: Module) -> None:
    x = np.ones(64, np.int32)
    with Stream() as stream:
        module.kernel("out_of_bounds")[1, 64, 0, stream](x)
        module.kernel("bounded")[1, 64, 0, stream](x * 5)
        with pytest.raises(KernelFault, match="out_of_bounds"):
            stream.synchronize()
        x[:] = 7
        module.kernel("bounded")[1, 64, 0, stream](x)
    assert (x == 1).all()
    with pytest.raises(PorterError, match="a stream is a Stream or None, got int"):
        module.kernel("bounded")[1, 64, 0, 5](x)


def test_the_work_item_that_faults_is_found_without_barriers(module: Module) -> None:
    x = np.zeros(64, np.int32)
    with pytest.raises(KernelFault, match=r"strided\(.*\), block \(0, 0, 0\), thread \(0, 3, 0\)"):
        module.kernel("strided")[2, (16, 4)](x)


def processor_time() -> dict[str, int]:
    """Nanoseconds that each thread of this process has run."""
    threads = Path("/proc/self/task")
    return {t.name: int((t / "schedstat").read_text().split()[0]) for t in threads.iterdir()}


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core")
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="no times of threads")
@pytest.mark.parametrize(("name", "turns"), [("busy", 10_000), ("busy_with_barriers", 100_000)])
def test_blocks_run_on_several_cores(module: Module, name: str, turns: int) -> None:
    kernel, x = module.kernel(name), np.zeros(64 * 256, np.uint32)
    kernel[64, 256](x, 1)
    before = processor_time()
    kernel[64, 256](x, turns)
    spent = sorted(t - before.get(thread, 0) for thread, t in processor_time().items())
    assert spent[-2] > 0.2 * spent[-1]


def test_assertions(module: Module, capfd: pytest.CaptureFixture[str]) -> None:
    module.kernel("asserting")[1, 1](1)
    with pytest.raises(KernelFault, match="assertion of the device code failed"):
        module.kernel("asserting")[1, 1](2)
    assert capfd.readouterr().err.count("Device-side assertion `n == 1' failed") == 1


def test_an_unknown_architecture() -> None:
    with pytest.raises(PorterError, match="is not an architecture"):
        Module.load(SOURCE, arch="navi31")
