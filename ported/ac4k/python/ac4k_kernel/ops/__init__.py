"""The operators: each picks a function for its types, chosen for the GPU when it was built."""

from ac4k_kernel.ops.attention import attention
from ac4k_kernel.ops.gemm import gemm
from ac4k_kernel.ops.quantize import (
    quantize_fp8,
    quantize_int8,
    quantize_mxfp4,
    quantize_nvfp4,
    quantize_values,
)
from ac4k_kernel.ops.rope3d import rope3d
from ac4k_kernel.ops.supported import supported

__all__ = [
    "attention",
    "gemm",
    "quantize_fp8",
    "quantize_int8",
    "quantize_mxfp4",
    "quantize_nvfp4",
    "quantize_values",
    "rope3d",
    "supported",
]
