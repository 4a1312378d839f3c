"""Matrix products beside cuBLASLt's, which PyTorch calls; TFLOP/s, and the ratio."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from ac4k_kernel.extension import FLOAT8, kernels
from timing import seconds, seconds_or_nan

SHAPES = ((4096, 4096, 4096), (8192, 8192, 8192), (16384, 8192, 2048))
DTYPES = {"bf16": torch.bfloat16, "fp8": FLOAT8, "int8": torch.int8}


def measure(_: float) -> Iterator[str]:
    for shape in SHAPES:
        for name in DTYPES:
            yield _row(name, *shape)


def _theirs(name: str, a: torch.Tensor, b: torch.Tensor, one: torch.Tensor) -> Callable[[], Any]:
    if name == "fp8":
        return lambda: torch._scaled_mm(
            a, b.t(), one, one, out_dtype=torch.bfloat16, use_fast_accum=True
        )
    if name == "int8":
        return lambda: torch._int_mm(a, b.t())
    return lambda: a @ b.t()


def _row(name: str, rows: int, columns: int, depth: int) -> str:
    spread = 30 if name == "int8" else 1
    a = (torch.randn(rows, depth, device="cuda") * spread).to(DTYPES[name])
    b = (torch.randn(columns, depth, device="cuda") * spread).to(DTYPES[name])
    one = torch.ones((), device="cuda")
    operands = (a, b) if name == "bf16" else (a, b, one, one)
    work = 2 * rows * columns * depth * 1e-12
    other = seconds_or_nan(_theirs(name, a, b, one))
    text = f"gemm {name:4} {rows} x {columns} x {depth}: cuBLASLt {work / other:5.0f} TFLOP/s"
    for label, function in (("wgmma", f"gemm_{name}_wgmma"), ("mma.sync", f"gemm_{name}")):
        if hasattr(kernels, function):
            own = seconds(lambda function=function: getattr(kernels, function)(*operands))
            text += f"; {label} {work / own:5.0f} ({other / own:4.2f})"
    return text
