"""Quantisation of 512 MB of bfloat16, as share of the bandwidth of a copy.

A rate counts each input and each output once, but the input twice where one scale serves all of it:
it is read for the scale first.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import ac4k_kernel as ac
import torch
from timing import seconds, seconds_or_nan

SCALES = 4 / 128  # bytes of scales a value, where blocks of 128 have one


class Row(NamedTuple):
    """What is timed. `theirs` are the arguments of `quantize` below, if PyTorch can do it."""

    name: str
    bytes_each: float
    call: Callable[[], Any]
    theirs: tuple[Any, ...] | None = None


def quantize(x: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype):
    """The same in PyTorch."""
    limit = 127.0 if dtype == torch.int8 else 448.0
    scale = x.abs().amax(dims, keepdim=True).float() / limit
    quotient = x / scale
    return (quotient.round() if dtype == torch.int8 else quotient).to(dtype), scale


def measure(copy: float) -> Iterator[str]:
    x = torch.randn(16384, 16384, device="cuda").bfloat16()
    blocks = x.view(16384, -1, 128)
    heads = x.view(8, 32, -1, 128)
    fp8, int8 = ac.FLOAT8, torch.int8
    compiled = torch.compile(quantize, dynamic=False)
    for row in (
        Row("fp8 tensor", 5, lambda: ac.quantize_fp8(x), (x, (0, 1), fp8)),
        Row("fp8 row", 3, lambda: ac.quantize_fp8(x, "row"), (x, (1,), fp8)),
        Row("fp8 block", 3 + SCALES, lambda: ac.quantize_fp8(x, "block"), (blocks, (2,), fp8)),
        Row("int8 row", 3, lambda: ac.quantize_int8(x), (x, (1,), int8)),
        Row("int8 block", 3 + SCALES, lambda: ac.quantize_int8(x, "block"), (blocks, (2,), int8)),
        Row("nvfp4", 4.5 + 1 / 16, lambda: ac.quantize_nvfp4(x)),
        Row("fp8 values", 5, lambda: ac.quantize_values(heads)),
    ):
        own = seconds(row.call)
        share = x.numel() * row.bytes_each / own / copy
        text = f"quantize {row.name:10} {share:5.2f} of copy, {own * 1e6:6.1f} us"
        if row.theirs is not None:
            theirs = row.theirs
            eager = seconds_or_nan(lambda theirs=theirs: quantize(*theirs))
            fused = seconds_or_nan(lambda theirs=theirs: compiled(*theirs))
            text += f"; PyTorch {eager * 1e6:6.1f}, compiled {fused * 1e6:6.1f} us"
        yield text
