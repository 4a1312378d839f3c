"""Attention, quantisation, rotary embedding and matrix products, built for one GPU."""

from ac4k_kernel.extension import FLOAT8, get_arch, get_backend
from ac4k_kernel.ops import (
    attention,
    gemm,
    quantize_fp8,
    quantize_int8,
    quantize_mxfp4,
    quantize_nvfp4,
    quantize_values,
    rope3d,
    supported,
)

__all__ = [
    "FLOAT8",
    "attention",
    "gemm",
    "get_arch",
    "get_backend",
    "quantize_fp8",
    "quantize_int8",
    "quantize_mxfp4",
    "quantize_nvfp4",
    "quantize_values",
    "rope3d",
    "supported",
]
__version__ = "0.1.0"
