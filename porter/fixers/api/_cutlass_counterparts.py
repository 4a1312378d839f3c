"""What comes nearest, on AMD's side, to a part of CUTLASS that no support header has.

A name is looked at by its whole parts, those between `::` or `/`: `numeric_conversion` is no
`conv`. Only what computes on the device has an operation; iterators and conversions are parts of
CUTLASS's kernels.

Source: Composable Kernel, `ck/tensor_operation/gpu/device/impl/` and `ck_tile/ops/`; CUTLASS,
`include/cutlass/` and `tools/util/include/cutlass/util/`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PRODUCT = "DeviceGemmMultiD_Xdl_CShuffle_V3"


class _Nearest(NamedTuple):
    """What is in the place of names that have such a part."""

    part: re.Pattern[bytes]
    operation: str


def _nearest(parts: bytes, operation: str) -> _Nearest:
    return _Nearest(re.compile(parts), operation)


#: The first that fits counts.
_OPERATIONS = (
    _nearest(rb"cute", "ck_tile's tile windows and distributions"),
    _nearest(
        rb"conv|(?:Default)?(?:Conv|Deconv|DepthwiseFprop)(?:[123]d)?\w{0,40}|\w{0,40}Convolution\w{0,40}",
        "DeviceGroupedConvFwdMultipleABD_Xdl_CShuffle",
    ),
    _nearest(rb"\w{0,40}(?:Grouped|_grouped)\w{0,40}", "DeviceGroupedGemm_Xdl_Fixed_NK"),
    _nearest(rb"(?:Default)?(?:Gemv|gemv)\w{0,40}", f"{_PRODUCT} with one column"),
    _nearest(
        rb"GemmArray|GemmBatched|gemm_array|gemm_batched|kArray",
        "DeviceBatchedGemmMultiD_Xdl_CShuffle_V3, whose matrices lie one behind the other",
    ),
    _nearest(
        rb"\w{0,40}(?:Complex|PlanarComplex|_complex)\w{0,40}|complex",
        f"{_PRODUCT}, of real and imaginary parts one by one",
    ),
    _nearest(
        rb"(?:Default)?(?:Rank2?K|Trmm|Symm|rank_2?k|trmm|symm)(?:(?:[A-Z_]|Complex)\w{0,40})?",
        f"{_PRODUCT}, which computes and reads whole matrices",
    ),
    _nearest(rb"\w{0,40}(?:Gather|gather)\w{0,40}", "DeviceMoeGemm, which gathers rows of A"),
    _nearest(
        rb"\w{0,40}(?:Fmha|fmha|FMHA|Attention|attention|Softmax|softmax)\w{0,40}",
        "ck_tile::FmhaFwdKernel",
    ),
    _nearest(rb"\w{0,40}(?:Layer_?[Nn]orm|layer_?norm)\w{0,40}", "ck_tile::Layernorm2dFwd"),
    _nearest(rb"\w{0,40}(?:Sparse|sparse)\w{0,40}", f"{_PRODUCT}, which is dense"),
    _nearest(
        rb"reduction|(?:Reduce|TensorReduce|reduce)(?:[A-Z_]\w{0,40})?", "DeviceReduceMultiBlock"
    ),
)
#: Parts of kernels, which multiply nothing alone.
_NO_OPERATION = re.compile(
    rb"transform|arch|platform|\w{0,60}(?:Iterator|iterator|Convert|Converter|_conversion)\w{0,40}"
)
#: Where products are, when nothing says which.
_PRODUCTS = re.compile(rb"(?:gemm|epilogue)")
#: What runs on the host and prepares or compares matrices.
_ON_HOST = re.compile(
    rb"util|reference|device_memory|HostTensor|TensorView|Distribution|CommandLine|library|profiler"
)


def hint_for(name: bytes) -> str:
    """Return what to do about a name, or a header, of CUTLASS or CuTe.

    Args:
        name: as in `cutlass::gemm::device::GemmArray` or `cutlass/gemm/device/gemm_array.h`.
    """
    parts = re.sub(rb"\.[a-z]{1,4}$", b"", name).replace(b"/", b"::").split(b"::")
    if any(_ON_HOST.fullmatch(part) for part in parts):
        return "it prepares or compares matrices on the host: do that with the standard library"
    if any(_NO_OPERATION.fullmatch(part) for part in parts):
        return "it is a part of CUTLASS's kernels; Composable Kernel has its own"
    for one in _OPERATIONS:
        if any(one.part.fullmatch(part) for part in parts):
            return f"write the kernel anew; nearest comes {one.operation}"
    if any(_PRODUCTS.fullmatch(part) for part in parts):
        return f"write the kernel anew; nearest comes {_PRODUCT}"
    return "nothing of Composable Kernel stands for it; write what it does anew"
