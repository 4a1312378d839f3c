"""Small CUDA projects, and the ports that are made of them."""

from __future__ import annotations

from pathlib import Path

from porter.convert.emission import Kind
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult

KERNEL = """\
#include <cuda_runtime.h>
__global__ void fill(float* x) { x[threadIdx.x] = 1.0f; }
void run(float* x) { fill<<<1, 32>>>(x); cudaDeviceSynchronize(); }
"""
PROGRAM = """\
#include <cstdio>
#include <cuda_runtime.h>
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
int main() {
    int host = 21, *x = nullptr;
    if (cudaMalloc(&x, sizeof host) != cudaSuccess) return 2;
    cudaMemcpy(x, &host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(x);
    cudaMemcpy(&host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\\n", host);
    return host == 42 ? 0 : 1;
}
"""
HOST = "#include <cuda_runtime.h>\nint devices() { int n = 0; cudaGetDeviceCount(&n); return n; }\n"
BINDING = """\
#include <torch/extension.h>
torch::Tensor one(torch::Tensor x);
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("one", &one); }
"""
TORCH_KERNEL = """\
#include <torch/extension.h>
__global__ void fill(float* x) { x[threadIdx.x] = 1.0f; }
torch::Tensor one(torch::Tensor x) {
    fill<<<1, 32>>>(x.data_ptr<float>());
    return x;
}
"""
SETUP = """\
import os

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0;9.0")
setup(
    name="pkg",
    packages=["pkg"],
    ext_modules=[CUDAExtension("pkg._C", ["csrc/bind.cpp", "csrc/one.cu"],
                               extra_compile_args={"nvcc": ["-O3", "-ftz=true", "-lineinfo"]})],
    cmdclass={"build_ext": BuildExtension},
)
"""
TORCH = {
    "setup.py": SETUP,
    "pkg/__init__.py": "",
    "csrc/bind.cpp": BINDING,
    "csrc/one.cu": TORCH_KERNEL,
}


def write_tree(root: Path, files: dict[str, str]) -> Path:
    """Write `files` below `root` and return it."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def port(
    folder: Path, files: dict[str, str], kind: Kind, **options: bool
) -> tuple[Path, TreeResult]:
    """Write `files` to a project called "up" in `folder` and port it."""
    upstream = write_tree(folder / "up", files)
    out = folder / "port"
    destination = Destination(OutputMode.OUT, out)
    return out, write_port([upstream], Options(**options), destination, kind=kind)  # type: ignore[arg-type]
