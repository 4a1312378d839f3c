"""Give PyTorch's warp helpers CUDA's 32-lane meaning.

## What it does
With `--warp 32`, the default, it replaces `C10_WARP_SIZE` and `at::cuda::warp_size()` by
`porter::warp_size`, and `WARP_SHFL`, `WARP_SHFL_UP`, `WARP_SHFL_DOWN`, `WARP_SHFL_XOR`,
`WARP_BALLOT` and `WARP_ACTIVE_MASK` of `ATen/cuda/DeviceUtils.cuh` by the functions of the support
header `warp.hpp`.

## Why
In a CUDA build they are 32 and CUDA's shuffles. In a ROCm build they follow the wavefront: 64
lanes on gfx9, and on the host a value that depends on the device. Next to warps of 32 lanes (WRP20)
that counts the wrong lanes.

## What it leaves alone
Calls that pass a mask as fourth argument: these are reported. Everything with `--warp native`.

## References
PyTorch `c10/macros/Macros.h`, `ATen/cuda/DeviceUtils.cuh`, `ATen/cuda/CUDAContextLight.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_FUNCTIONS = {
    b"WARP_SHFL": b"porter::shfl",
    b"WARP_SHFL_UP": b"porter::shfl_up",
    b"WARP_SHFL_DOWN": b"porter::shfl_down",
    b"WARP_SHFL_XOR": b"porter::shfl_xor",
    b"WARP_BALLOT": b"porter::ballot",
    b"WARP_ACTIVE_MASK": b"porter::activemask",
}
_SHUFFLE_ARGUMENTS = 3

rule = Rule(
    "WRP23",
    "torch-warps",
    names=(b"C10_WARP_SIZE", *_FUNCTIONS),
    headers=(b"ATen/cuda/",),
    when=When(warp="32"),
)

EXAMPLES = (
    Example(
        "for (int i = C10_WARP_SIZE / 2; i > 0; i /= 2) x += WARP_SHFL_DOWN(x, i);\n",
        """
        #include "porter_compat/warp.hpp"
        for (int i = porter::warp_size / 2; i > 0; i /= 2) x += porter::shfl_down(x, i);
        """,
    ),
    Example(
        """
        #include <ATen/cuda/CUDAContext.h>
        dim3 block(at::cuda::warp_size(), 4);
        """,
        """
        #include "porter_compat/warp.hpp"
        #include <ATen/cuda/CUDAContext.h>
        dim3 block(porter::warp_size, 4);
        """,
    ),
    Example(
        "x = WARP_SHFL(x, 0, C10_WARP_SIZE, mask);\n",
        """
        #include "porter_compat/warp.hpp"
        x = WARP_SHFL(x, 0, porter::warp_size, mask);
        """,
        findings=("warning",),
        title="a mask of its own",
    ),
    Example("int warp_size = mine::warp_size();\n", title="another warp size"),
    Example("int n = C10_WARP_SIZE;\n", options=Options(warp="native")),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each helper."""
    for use in file.uses(_FUNCTIONS):
        call = file.call_at(use.start, use.end)
        if call is not None and len(call.arguments) > _SHUFFLE_ARGUMENTS:
            yield rule.warning(
                call.whole,
                f"{use.name.decode()} with a mask spans the wavefront, 64 lanes on gfx9",
                hint=f"call {_FUNCTIONS[use.name].decode()}_sync(mask, value, lane, width)",
            )
            continue
        yield rule.replace(use, _FUNCTIONS[use.name], support="warp.hpp")
    for use in file.uses((b"C10_WARP_SIZE",)):
        yield rule.replace(use, b"porter::warp_size", support="warp.hpp")
    for call in file.calls(b"warp_size"):
        if file.qualifier(call.start) == b"at::cuda":
            whole = (file.qualified_start(call.start), call.close + 1)
            yield rule.replace(whole, b"porter::warp_size", support="warp.hpp")
