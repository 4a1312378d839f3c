"""C functions that launch the kernels of texts."""

from __future__ import annotations

import pytest

from porter.verify.kernel_launchers import (
    block_said,
    kernels_of,
    launch_of,
    launched,
    with_launchers,
)
from porter.verify.kernel_texts import KernelText


def text(code: bytes, support: bytes = b"") -> KernelText:
    return KernelText("a.py:1", support + code, code)


SCALE = b"""
extern "C" {
__global__ void scale(float *__restrict__ x, const float by, int n) { x[threadIdx.x] *= by; }
}
"""


def test_a_kernel_is_launched_with_what_it_takes() -> None:
    (one,) = launched([text(SCALE)])
    made = with_launchers(one, (), "hipGetLastError")
    assert made.startswith(SCALE) and one.functions == ["launch_scale"]
    taken = b"int grid_blocks, int block_threads, float *__restrict__ x, const float by, int n"
    assert b'extern "C" int launch_scale(' + taken + b") {" in made
    assert b"scale<<<dim3(grid_blocks), dim3(block_threads), 0>>>(x, by, n);" in made
    assert b"return hipGetLastError() != 0;" in made


def test_arrays_whose_size_a_launch_gives_have_one() -> None:
    code = b"__global__ void k(int *x) { extern __shared__ int all[]; all[0] = *x; }"
    (one,) = launched([text(code)])
    assert b", 32768>>>(x);" in with_launchers(one, (64,), "cudaGetLastError")


@pytest.mark.parametrize(("code", "problem"), [
    (b"template <typename T> __global__ void k(T *x) {}", "a template"),
    (b"namespace a { __global__ void k(int *x) {} }", "of a namespace"),
    (b"__global__ void k(int *) {}", "has no name"),
    (b"texture<float, 2> image;\n__global__ void k(int *x) {}", "`image` Python gives"),
    (b"__constant__ float w[4][2];\n__global__ void k(int *x) {}", "`w` Python gives"),
    (b"__constant__ float w[2] = {1, 2};\n__global__ void k(int *x) {}", ""),
    (SCALE, ""),
])  # fmt: skip
def test_what_cannot_be_launched_is_told(code: bytes, problem: str) -> None:
    (kernel,) = kernels_of(code)
    assert problem in kernel.problem and bool(problem) == bool(kernel.problem)
    assert bool([*launched([text(code)])]) != bool(problem)


@pytest.mark.parametrize(("python", "block"), [
    (b"f(x, block=(16, 16, 1), grid=(2, 2))\nf(x, block=(16,16,1))", (16, 16, 1)),
    (b"kernel((blocks,), (256,), (x, n))", (256,)),
    (b"kernel((n // (2 * m),), (32, 4), (x, n))", (32, 4)),
    (b"f(x, block=(16, 1, 1))\nf(x, block=(32, 1, 1))", ()), (b"f(x, block=(n, 1, 1))", ()),
])  # fmt: skip
def test_the_block_is_python_s_where_it_says_one(python: bytes, block: tuple[int, ...]) -> None:
    assert block_said(python) == block


def test_blocks_and_threads_have_the_axes_that_a_text_uses() -> None:
    made = launch_of(text(b"x[threadIdx.y + blockIdx.z]", b"threadIdx.z"), ())
    assert made.grid == "dim3(grid_blocks, 4, 2)"
    assert made.block == "dim3(block_threads / (8), 8)"
    assert made.threads == "grid_blocks * 4 * 2 * block_threads"
    made = launch_of(text(b"x[threadIdx.x]"), (32, 4))
    assert made.block == "dim3(32, 4)" and made.threads == "grid_blocks * 32 * 4"


def test_kernels_of_one_name_are_told_apart() -> None:
    code = b"__global__ void k(int *x) {}\n"
    texts = [KernelText(f"a.py:{line}", code, code) for line in (1, 9)]
    first, again = launched(texts)
    assert (first.functions, again.functions) == (["launch_k"], ["launch_k_2"])
    made = with_launchers(again, (), "f")
    assert made.startswith(b"#define k k_2\n") and b"    k<<<" in made
    assert b'extern "C" int launch_k_2(' in made and b"#define" not in with_launchers(first, (), "")
