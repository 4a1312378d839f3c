"""The products, by warp and by warp group, against float64."""

import ac4k_kernel as ac
import pytest
import torch
from ac4k_kernel.extension import kernels
from nearness import distance, poison

SHAPES = [
    (1, 8, 16),
    (16, 16, 16),
    (37, 53, 48),
    (128, 256, 128),
    (129, 257, 144),
    (200, 136, 1040),
    (1000, 999, 528),
    (2048, 1536, 2048),
]
WAYS = ["", "_wgmma"] if hasattr(kernels, "gemm_bf16_wgmma") else [""]


def operands(shape, dtype, generator):
    rows, columns, depth = shape
    a = torch.randn(rows, depth, device="cuda", generator=generator)
    b = torch.randn(columns, depth, device="cuda", generator=generator)
    if dtype == torch.int8:
        a, b = ((x * 40).round().clamp(-127, 127) for x in (a, b))
    return a.to(dtype), b.to(dtype)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_bf16(generator, shape, way):
    a, b = operands(shape, torch.bfloat16, generator)
    poison(shape[0], shape[1], dtype=torch.bfloat16)
    got = getattr(kernels, f"gemm_bf16{way}")(a, b)
    assert distance(got, a.double() @ b.double().t()) < 4e-3


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name, dtype", [("fp8", ac.FLOAT8), ("int8", torch.int8)])
@pytest.mark.parametrize("per", ["row", "tensor"])
def test_scaled(generator, shape, way, name, dtype, per):
    a, b = operands(shape, dtype, generator)
    rows, columns = (shape[0], shape[1]) if per == "row" else (1, 1)
    a_scale = torch.rand(rows, device="cuda", generator=generator) + 0.5
    b_scale = torch.rand(columns, device="cuda", generator=generator) + 0.5
    poison(shape[0], shape[1], dtype=torch.bfloat16)
    got = getattr(kernels, f"gemm_{name}{way}")(a, b, a_scale, b_scale)
    wide = [x.double() * s.double()[:, None] for x, s in ((a, a_scale), (b, b_scale))]
    expected = wide[0] @ wide[1].t()
    assert distance(got, expected) < 4e-3


def test_the_operator_takes_what_it_is_given(generator):
    a, b = operands((64, 96, 128), ac.FLOAT8, generator)
    one = torch.ones((), device="cuda")
    assert distance(ac.gemm(a, b, one, one), a.double() @ b.double().t()) < 4e-3
    with pytest.raises(ValueError, match="need a_scale and b_scale"):
        ac.gemm(a, b)
    with pytest.raises(ValueError, match="take no scales"):
        ac.gemm(a.bfloat16(), b.bfloat16(), one, one)
    with pytest.raises(ValueError, match=r"gemm takes bfloat16, .*, got torch\.float16"):
        ac.gemm(a.half(), b.half())
    with pytest.raises(RuntimeError, match="multiple of 8"):
        ac.gemm(a.bfloat16()[:, :100].contiguous(), b.bfloat16()[:, :100].contiguous())
    with pytest.raises(RuntimeError, match="b_scale must have 96 scales"):
        ac.gemm(a, b, one, torch.ones(95, device="cuda"))
