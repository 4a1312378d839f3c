"""Attention beside PyTorch's flash kernel in bfloat16; TFLOP/s, and the ratio.

16384 tokens in batches of a length, 2048 dimensions in heads of 64 or 128. The work of causal
attention is counted as half. Operands of 8 bits are quantised beforehand, but in the last ratio.
"""

import math
from collections.abc import Iterator

import ac4k_kernel as ac
import torch
from ac4k_kernel.extension import kernels
from timing import seconds
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention as sdpa

TOKENS = 16384
WIDTH = 2048
LENGTHS = (1024, 2048, 4096, 8192, 16384)


def measure(_: float) -> Iterator[str]:
    for dim in (64, 128):
        for causal in (False, True):
            for length in LENGTHS:
                yield _row(dim, causal, length)


def _row(dim: int, causal: bool, length: int) -> str:
    batch, heads = TOKENS // length, WIDTH // dim
    q, k, v = (torch.randn(batch, heads, length, dim, device="cuda").bfloat16() for _ in range(3))
    work = 4 * batch * heads * length * length * dim * (0.5 if causal else 1) * 1e-12
    scale = 1 / math.sqrt(dim)

    def theirs(backend: SDPBackend) -> float:
        with sdpa_kernel(backend):
            return seconds(lambda: sdpa(q, k, v, is_causal=causal))

    flash = theirs(SDPBackend.FLASH_ATTENTION)
    cudnn = theirs(SDPBackend.CUDNN_ATTENTION)
    text = f"attention {dim:3} {'causal' if causal else 'full':6} {length:5}: "
    text += f"flash {work / flash:4.0f}, cuDNN {work / cudnn:4.0f} TFLOP/s"
    v8, v_scale = ac.quantize_values(v)
    operands = {"bf16": (q, k, v)}
    for name, quantize in (("fp8", ac.quantize_fp8), ("int8_fp8", ac.quantize_int8)):
        (q8, q_scale), (k8, k_scale) = quantize(q), quantize(k)
        operands[name] = (q8, k8, v8, q_scale, k_scale, v_scale)
    for name, given in operands.items():
        for label, end in (("wgmma", "_wgmma"), ("mma.sync", "")):
            function = getattr(kernels, f"attention_{name}{end}", None)
            if function is not None:
                own = seconds(lambda f=function, given=given: f(*given, scale, causal))
                text += f"; {name} {label} {work / own:4.0f} ({flash / own:4.2f})"
    whole = seconds(lambda: ac.attention(q, k, v, "fp8", causal))
    return f"{text}; fp8, quantised in the call ({flash / whole:4.2f})"
