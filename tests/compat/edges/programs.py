"""Writes programs that call functions with all combinations of their values and print the bits."""

from __future__ import annotations

from collections.abc import Sequence

from tests.compat.edges.functions import Function
from tests.compat.edges.values import BITS, VALUES

_HEAD = """\
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
template <class T, class B, int N> const T *copied(const B (&values)[N]) {
  T *memory;
  cudaMalloc(&memory, sizeof values);
  cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
  return memory;
}
static void show(const char *what, const void *results, int count, int size) {
  printf("%s:", what);
  for (int i = 0; i < count * size; ++i)
    printf(i % size ? "%02x" : " %02x", static_cast<const unsigned char *>(results)[i]);
  printf("\\n");
}
"""


def table(kind: str, few: bool) -> list[str]:
    """Return the values of a parameter; every third where there are three parameters."""
    return VALUES[kind][::3] if few else VALUES[kind]


def program(functions: Sequence[Function]) -> str:
    """Return the text of a program for some functions."""
    used = sorted({(kind, len(one.parameters) > 2) for one in functions for kind in one.parameters})
    tables = "".join(_table(kind, few) for kind, few in used)
    kernels = "".join(_kernel(number, one) for number, one in enumerate(functions))
    runs = "".join(f"  run{number}();\n" for number in range(len(functions)))
    return f"{_HEAD}{tables}{kernels}int main() {{\n{runs}}}\n"


def _name(kind: str, few: bool) -> str:
    return f"{'few' if few else 'all'}_{kind.replace(' ', '_')}"


def _table(kind: str, few: bool) -> str:
    bits = BITS.get(kind, kind)
    plain = kind in BITS or kind == "float2"
    values = ", ".join(one if plain else f"({kind})({one})" for one in table(kind, few))
    return f"static const {bits} {_name(kind, few)}[] = {{{values}}};\n"


def _kernel(number: int, function: Function) -> str:
    few = len(function.parameters) > 2
    sizes = [len(table(kind, few)) for kind in function.parameters]
    parameters, arguments, values, step, count = [], [], [], 1, 1
    for place, (kind, size) in enumerate(zip(function.parameters, sizes, strict=True)):
        parameters.append(f"const {kind} *a{place}")
        values.append(f"a{place}[i / {step} % {size}]")
        arguments.append(f"copied<{kind}>({_name(kind, few)})")
        step *= size
        count *= size
    result = function.result
    return f"""\
__global__ void k{number}({", ".join(parameters)}, {result} *out) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < {count}) out[i] = {function.name}({", ".join(values)});
}}
static void run{number}() {{
  {result} *out;
  cudaMallocManaged(&out, {count} * sizeof({result}));
  k{number}<<<{(count + 63) // 64}, 64>>>({", ".join(arguments)}, out);
  if (cudaDeviceSynchronize() == cudaSuccess)
    show("{result}|{function}", out, {count}, sizeof({result}));
}}
"""
