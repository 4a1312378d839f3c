"""A unit of the campaign: one CUDA program with many generated kernels, which checks itself."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from tests.generated.expressions import Words, cut
from tests.generated.statements import Grid, Statement, lanes_of, statement

_NAMES = ("x", "y", "z", "w")
_HEAD = """// Generated: kernels with what they have to give. PASS, or those that gave others.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define FULL_MASK 0xffffffff
constexpr unsigned kAll = 0xffffffffu;
static int failures = 0;
static void check(const char *name, const unsigned *out, int count, unsigned expected) {
  const cudaError_t error = cudaDeviceSynchronize();
  unsigned sum = 2166136261u;
  for (int i = 0; i < count; i++) sum = (sum ^ out[i]) * 16777619u;
  if (error == cudaSuccess && sum == expected) return;
  failures++;
  printf("%s: %08x, expected %08x (%s)\\n", name, sum, expected, cudaGetErrorString(error));
}
"""


class Kernel(NamedTuple):
    """A generated kernel.

    Attributes:
        name: its name in the unit.
        grid: how it is launched.
        text: its definition.
        output: what each thread has to write.
    """

    name: str
    grid: Grid
    text: str
    output: Words


def kernel(seed: int) -> Kernel:
    """Return the kernel of a seed."""
    random = Random(seed)
    grid = Grid(random.choice((1, 2)), random.choice((32, 64, 96, 128, 192)))
    count = random.randrange(4, 12)
    statements: list[Statement] = [statement(random, _NAMES) for _ in range(count)]
    start = [random.getrandbits(32) | 1 for _ in _NAMES]
    thread = cut(np.arange(grid.size))
    state = {
        name: (thread + np.uint32(number)) * np.uint32(2654435761) ^ np.uint32(number)
        for name, number in zip(_NAMES, start, strict=True)
    }
    state["x"] = lanes_of(grid) * np.uint32(3) + np.uint32(start[0] & 0xFF)
    with np.errstate(all="ignore"):
        for one in statements:
            one.run(state, grid)
        output = state["x"] ^ state["y"] * np.uint32(3) ^ state["z"] * np.uint32(5)
        output = output ^ state["w"] * np.uint32(7)
    name = f"k{seed}"
    lines = [
        f"__global__ void {name}(unsigned *out) {{",
        "  __shared__ unsigned shared[192];",
        "  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;",
        f"  unsigned x = threadIdx.x * 3u + {start[0] & 0xFF}u;",
        *(
            f"  unsigned {one} = ((thread + {number}u) * 2654435761u) ^ {number}u;"
            for one, number in zip(_NAMES[1:], start[1:], strict=True)
        ),
        *(f"  {one.text}" for one in statements),
        "  out[thread] = x ^ (y * 3u) ^ (z * 5u) ^ (w * 7u);",
        "}",
    ]
    return Kernel(name, grid, "\n".join(lines) + "\n", output)


def checksum(words: Words) -> int:
    """Return what the program's `check` computes of a kernel's output."""
    total = 2166136261
    for word in words.tolist():
        total = ((total ^ word) * 16777619) & 0xFFFFFFFF
    return total


def program(seeds: range) -> str:
    """Return the CUDA program with the kernels of some seeds."""
    kernels = [kernel(seed) for seed in seeds]
    most = max(one.grid.size for one in kernels)
    calls = "".join(
        f"  {one.name}<<<{one.grid.blocks}, {one.grid.threads}>>>(out); "
        f'check("{one.name}", out, {one.grid.size}, 0x{checksum(one.output):08x}u);\n'
        for one in kernels
    )
    return (
        _HEAD
        + "\n".join(one.text for one in kernels)
        + "int main() {\n  unsigned *out;\n"
        + f"  cudaMallocManaged(&out, {4 * most});\n{calls}"
        + f'  printf(failures ? "FAIL %d of {len(kernels)}\\n" : "PASS {len(kernels)}\\n", '
        + "failures);\n"
        + "  return failures != 0;\n}\n"
    )
