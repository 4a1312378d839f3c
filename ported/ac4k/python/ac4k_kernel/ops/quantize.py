"""Quantisation to 8-bit types, to NVFP4 and to MX-FP4."""

from __future__ import annotations

from torch import Tensor

from ac4k_kernel.extension import kernels
from ac4k_kernel.ops.missing import missing

_FP8 = {
    "tensor": kernels.quantize_fp8_tensor,
    "row": kernels.quantize_fp8_rows,
    "block": kernels.quantize_fp8_blocks,
}
_INT8 = {"row": kernels.quantize_int8_rows, "block": kernels.quantize_int8_blocks}
#: The formats that this build quantises to.
FORMATS = (
    "fp8",
    "int8",
    *(name for name in ("nvfp4", "mxfp4") if hasattr(kernels, f"quantize_{name}")),
)


def quantize_fp8(x: Tensor, per: str = "tensor") -> tuple[Tensor, Tensor]:
    """Quantise to float8 e4m3, so that x is near `quantised * scale`.

    Args:
        x: float32, float16 or bfloat16, contiguous.
        per: what shares a scale: "tensor", "row" (the last dimension) or "block" (128 of a row).

    Returns:
        The quantised tensor and its scales: none, one a row, one a block.

    Raises:
        ValueError: `per` is none of these.
    """
    if per not in _FP8:
        raise ValueError(f"per must be one of {', '.join(_FP8)}, got {per!r}")
    return _FP8[per](x)


def quantize_int8(x: Tensor, per: str = "row") -> tuple[Tensor, Tensor]:
    """Quantise to int8, -127 to 127, so that x is near `quantised * scale`.

    Args:
        x: float32, float16 or bfloat16, contiguous.
        per: what shares a scale: "row" (the last dimension) or "block" (128 of a row).

    Returns:
        The quantised tensor and its scales.

    Raises:
        ValueError: `per` is none of these.
    """
    if per not in _INT8:
        raise ValueError(f"per must be one of {', '.join(_INT8)}, got {per!r}")
    return _INT8[per](x)


def quantize_nvfp4(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Quantise to NVFP4: e2m1, two values a byte, so that x is near `value * block_scale * scale`.

    Args:
        x: float32, float16 or bfloat16, contiguous; its last dimension a multiple of 16.

    Returns:
        The packed values (uint8), a scale in float8 e4m3 for every 16 of them, and one in float32.

    Raises:
        ValueError: this build has no NVFP4.
    """
    if "nvfp4" not in FORMATS:
        raise missing("quantize", "nvfp4", FORMATS)
    return kernels.quantize_nvfp4(x)


def quantize_mxfp4(x: Tensor) -> tuple[Tensor, Tensor]:
    """Quantise to MX-FP4: e2m1, two values a byte, so that x is near `value * block_scale`.

    Args:
        x: float32, float16 or bfloat16, contiguous; its last dimension a multiple of 32.

    Returns:
        The packed values (uint8), and a power of two (float8 e8m0) for every 32 of them.

    Raises:
        ValueError: this build has no MX-FP4.
    """
    if "mxfp4" not in FORMATS:
        raise missing("quantize", "mxfp4", FORMATS)
    return kernels.quantize_mxfp4(x)


def quantize_values(v: Tensor) -> tuple[Tensor, Tensor]:
    """Quantise the values of attention to float8, turned and ordered as the kernels read them.

    Args:
        v: (batch, heads, tokens, dim) with dim 64 or 128.

    Returns:
        (batch, heads, dim, tokens up to a multiple of 128), and one scale.
    """
    return kernels.quantize_values(v)
