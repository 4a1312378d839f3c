"""What this build offers."""

from ac4k_kernel.ops.attention import PRECISIONS
from ac4k_kernel.ops.quantize import FORMATS


def supported() -> dict[str, tuple[str, ...]]:
    """Return the precisions of each operator on the architecture that this build is for."""
    return {
        "attention": tuple(PRECISIONS),
        "gemm": ("bf16", "fp8", "int8"),
        "quantize": FORMATS,
        "rope3d": ("float32", "float16", "bfloat16"),
    }
