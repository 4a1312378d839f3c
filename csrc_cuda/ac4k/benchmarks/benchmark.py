"""Times the operators beside what PyTorch offers: `python benchmarks/benchmark.py [PART...]`.

Parts are quantize, rope3d, gemm and attention; all by default. Inputs are random and far larger than
the L2 cache, but for attention. Rates count each input and each output once; quantisation with one
scale for the tensor reads its input twice.
"""

import math
import sys
from collections.abc import Callable
from typing import Any

import ac4k_kernel as ac
import torch
from ac4k_kernel.extension import kernels
from timing import copy_bandwidth, seconds
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention as sdpa

FP8 = torch.float8_e4m3fn


def try_seconds(call: Callable[[], Any]) -> float:
    """NaN where PyTorch cannot do it."""
    try:
        return seconds(call)
    except Exception as error:
        print(f"  ({type(error).__name__}: {str(error).splitlines()[0][:100]})")
        return math.nan


def torch_quantize(x: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype):
    limit = 127.0 if dtype == torch.int8 else 448.0
    scale = x.abs().amax(dims, keepdim=True).float() / limit
    quotient = x / scale
    return (quotient.round() if dtype == torch.int8 else quotient).to(dtype), scale


def quantize(copy: float) -> None:
    x = torch.randn(16384, 16384, device="cuda").bfloat16()
    compiled = torch.compile(torch_quantize, dynamic=False)
    blocks = x.view(16384, -1, 128)
    heads = x.view(8, 32, -1, 128)
    rows = [
        ("fp8 tensor", 5, lambda: ac.quantize_fp8(x), (x, (0, 1), FP8)),
        ("fp8 row", 3, lambda: ac.quantize_fp8(x, "row"), (x, (1,), FP8)),
        ("fp8 block", 3 + 4 / 128, lambda: ac.quantize_fp8(x, "block"), (blocks, (2,), FP8)),
        ("int8 row", 3, lambda: ac.quantize_int8(x), (x, (1,), torch.int8)),
        ("int8 block", 3 + 4 / 128, lambda: ac.quantize_int8(x, "block"), (blocks, (2,), torch.int8)),
        ("nvfp4", 4.5 + 1 / 16, lambda: ac.quantize_nvfp4(x), None),
        ("fp8 values", 5, lambda: ac.quantize_values(heads), None),
    ]
    for name, width, call, arguments in rows:
        own = seconds(call)
        text = f"quantize {name:11} {x.numel() * width / own / copy:5.2f} of copy, {own * 1e6:7.1f} us"
        if arguments is not None:
            eager = try_seconds(lambda arguments=arguments: torch_quantize(*arguments))
            fused = try_seconds(lambda arguments=arguments: compiled(*arguments))
            text += f"; PyTorch {eager * 1e6:7.1f}, compiled {fused * 1e6:7.1f} us"
        print(text, flush=True)


def torch_rope(x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
    numbers = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(numbers * turns).flatten(3).to(x.dtype)


def rope3d(copy: float) -> None:
    frames, height, width = 21, 45, 80
    for heads, dim in ((40, 128), (24, 64)):
        x = torch.randn(1, frames * height * width, heads, dim, device="cuda").bfloat16()
        angles = torch.rand(1024, dim // 2, device="cuda")
        cosines, sines = angles.cos(), angles.sin()
        turns = torch.complex(cosines, sines)[torch.randint(1024, (x.shape[1],), device="cuda")]
        own = seconds(lambda: ac.rope3d(x, cosines, sines, (frames, height, width)))
        theirs = try_seconds(lambda: torch_rope(x, turns[None, :, None]))
        print(
            f"rope3d {heads} x {dim:3} {2 * x.nbytes / own / copy:5.2f} of copy, {own * 1e6:7.1f} us; "
            f"PyTorch {theirs * 1e6:7.1f} us",
            flush=True,
        )


def gemm(_: float) -> None:
    for rows, columns, depth in ((4096, 4096, 4096), (8192, 8192, 8192), (16384, 8192, 2048)):
        work = 2 * rows * columns * depth * 1e-12
        a = torch.randn(rows, depth, device="cuda")
        b = torch.randn(columns, depth, device="cuda")
        one = torch.ones((), device="cuda")
        for name, dtype in (("bf16", torch.bfloat16), ("fp8", FP8), ("int8", torch.int8)):
            x, y = (a * 30, b * 30) if dtype == torch.int8 else (a, b)
            x, y = x.to(dtype), y.to(dtype)
            scales = () if name == "bf16" else (one, one)
            theirs = {
                "bf16": lambda x=x, y=y: x @ y.t(),
                "fp8": lambda x=x, y=y: torch._scaled_mm(
                    x, y.t(), one, one, out_dtype=torch.bfloat16, use_fast_accum=True
                ),
                "int8": lambda x=x, y=y: torch._int_mm(x, y.t()),
            }[name]
            other = try_seconds(theirs)
            text = f"gemm {name:4} {rows} x {columns} x {depth}: cuBLASLt {work / other:6.0f} TFLOP/s"
            for way in ("_wgmma", ""):
                function = getattr(kernels, f"gemm_{name}{way}", None)
                if function is not None:
                    own = seconds(lambda f=function, x=x, y=y, s=scales: f(x, y, *s))
                    label = way.removeprefix("_") or "mma.sync"
                    text += f"; {label} {work / own:6.0f} ({other / own:4.2f})"
            print(text, flush=True)


def attention(_: float) -> None:
    for dim in (64, 128):
        for causal in (False, True):
            for length in (1024, 2048, 4096, 8192, 16384):
                attention_row(dim, causal, length)


def attention_row(dim: int, causal: bool, length: int) -> None:
    batch, heads = 16384 // length, 2048 // dim
    q, k, v = (
        torch.randn(batch, heads, length, dim, device="cuda").bfloat16() for _ in range(3)
    )
    work = 4 * batch * heads * length * length * dim * (0.5 if causal else 1) * 1e-12
    scale = 1 / math.sqrt(dim)

    def theirs(backend):
        with sdpa_kernel(backend):
            return seconds(lambda: sdpa(q, k, v, is_causal=causal))

    flash = theirs(SDPBackend.FLASH_ATTENTION)
    try:
        cudnn = theirs(SDPBackend.CUDNN_ATTENTION)
    except RuntimeError:
        cudnn = math.nan
    text = f"attention {dim:3} {'causal' if causal else 'full  '} {length:5}: flash {work / flash:4.0f}"
    text += f", cuDNN {work / cudnn:4.0f} TFLOP/s"
    v8, v_scale = ac.quantize_values(v)
    quantized = {"bf16": (q, k, v)}
    for name, function in (("fp8", ac.quantize_fp8), ("int8_fp8", ac.quantize_int8)):
        (q8, q_scale), (k8, k_scale) = function(q), function(k)
        quantized[name] = (q8, k8, v8, q_scale, k_scale, v_scale)
    for name, operands in quantized.items():
        for way in ("_wgmma", ""):
            function = getattr(kernels, f"attention_{name}{way}", None)
            if function is not None:
                own = seconds(lambda f=function, o=operands: f(*o, scale, causal))
                label = "wgmma" if way else "mma.sync"
                text += f"; {name} {label} {work / own:4.0f} ({flash / own:4.2f})"
    whole = seconds(lambda: ac.attention(q, k, v, "fp8", causal))
    print(f"{text}; fp8 with quantisation ({flash / whole:4.2f})", flush=True)


PARTS = {"quantize": quantize, "rope3d": rope3d, "gemm": gemm, "attention": attention}


def main() -> None:
    torch.manual_seed(0)
    copy = copy_bandwidth()
    print(f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, torch {torch.__version__}")
    print(f"built for {ac.get_arch()}; copy {copy * 1e-9:.0f} GB/s", flush=True)
    for part in sys.argv[1:] or PARTS:
        PARTS[part](copy)


if __name__ == "__main__":
    main()
