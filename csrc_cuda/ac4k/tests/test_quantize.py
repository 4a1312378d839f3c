"""Quantisation against its definition in float64."""

import ac4k_kernel as ac
import pytest
import torch
from ac4k_kernel.extension import kernels
from nearness import distance

E2M1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6], dtype=torch.float64)
DTYPES = [torch.float32, torch.float16, torch.bfloat16]
SHAPES = [(1, 128), (3, 64), (7, 512), (65, 1024), (9, 4096), (5, 16384), (2, 33000)]
LIMIT = {ac.FLOAT8: torch.finfo(ac.FLOAT8).max, torch.int8: 127.0}
HAS_NVFP4 = "nvfp4" in ac.supported()["quantize"]


def expected_rows(x: torch.Tensor, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    x = x.double()
    scale = x.abs().amax(-1) / LIMIT[dtype]
    quotient = x / scale.clamp_min(1e-300).unsqueeze(-1)
    return quotient.round() if dtype == torch.int8 else quotient.float().to(dtype).double(), scale


def assert_quantized(got, got_scale, expected, scale, dtype):
    assert got.dtype == dtype
    assert torch.allclose(got_scale.double(), scale, rtol=1e-6, atol=0)
    # A quotient on the edge between two codes may fall to either side.
    got = got.double()
    step = 1.0 if dtype == torch.int8 else (expected.abs() / 8).clamp_min(2.0**-9)
    assert bool(((got - expected).abs() <= step * 1.01).all())
    # Rows of bfloat16 repeat few values: one of them on an edge is many elements.
    assert float((got != expected).double().mean()) < 0.02


@pytest.mark.parametrize("shape", [*SHAPES, (4, 37), (3, 1)], ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("to", [ac.FLOAT8, torch.int8], ids=str)
def test_rows(generator, shape, dtype, to):
    x = torch.randn(shape, device="cuda", generator=generator).mul(3).to(dtype)
    quantize = ac.quantize_int8 if to == torch.int8 else ac.quantize_fp8
    assert_quantized(*quantize(x, per="row"), *expected_rows(x, to), to)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("to", [ac.FLOAT8, torch.int8], ids=str)
def test_blocks(generator, dtype, to):
    x = torch.randn(33, 640, device="cuda", generator=generator).to(dtype)
    quantize = ac.quantize_int8 if to == torch.int8 else ac.quantize_fp8
    got, scale = quantize(x, per="block")
    assert scale.shape == (33, 5)
    expected, expected_scale = expected_rows(x.reshape(33, 5, 128), to)
    assert_quantized(got.reshape(33, 5, 128), scale, expected, expected_scale, to)


@pytest.mark.parametrize("shape", [*SHAPES, (1, 5), (129, 33), (3, 1)], ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_tensor(generator, shape, dtype):
    x = torch.randn(shape, device="cuda", generator=generator).to(dtype)
    expected, scale = expected_rows(x.reshape(1, -1), ac.FLOAT8)
    got, got_scale = ac.quantize_fp8(x)
    assert_quantized(got.reshape(1, -1), got_scale.reshape(1), expected, scale, ac.FLOAT8)


@pytest.mark.skipif(not HAS_NVFP4, reason="this GPU has no NVFP4")
def test_zeros_stay_zero():
    x = torch.zeros(4, 256, device="cuda", dtype=torch.bfloat16)
    for per in ("tensor", "row", "block"):
        got, scale = ac.quantize_fp8(x, per=per)
        assert not got.double().any() and not scale.any()
    got, scale = ac.quantize_int8(x)
    assert not got.any() and not scale.any()
    got, block_scale, scale = ac.quantize_nvfp4(x)
    assert not got.any() and not block_scale.double().any() and not scale.any()


def unpack_nvfp4(packed: torch.Tensor) -> torch.Tensor:
    codes = torch.stack([packed & 15, packed >> 4], -1).flatten(-2).long().cpu()
    return torch.where(codes >= 8, -1.0, 1.0).double() * E2M1[codes & 7]


@pytest.mark.skipif(not HAS_NVFP4, reason="this GPU has no NVFP4")
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(1, 16), (5, 64), (33, 1040)], ids=str)
def test_nvfp4(generator, shape, dtype):
    x = torch.randn(shape, device="cuda", generator=generator).to(dtype)
    packed, block_scale, scale = ac.quantize_nvfp4(x)
    assert packed.shape == (*shape[:-1], shape[-1] // 2)
    blocks = x.double().cpu().reshape(*shape[:-1], -1, 16)
    all_scale = blocks.abs().max() / (448 * 6)
    wanted = (blocks.abs().amax(-1) / 6 / all_scale).float().to(ac.FLOAT8).double()
    assert scale.cpu().double().item() == pytest.approx(all_scale.item(), rel=1e-6)
    assert (block_scale.cpu().double() != wanted).double().mean() < 0.02
    step = block_scale.cpu().double().unsqueeze(-1) * all_scale
    values = unpack_nvfp4(packed).reshape(blocks.shape)
    quotient = (blocks / step.clamp_min(1e-300)).clamp(-6, 6)
    nearest = (quotient.abs().unsqueeze(-1) - E2M1).abs().amin(-1)
    assert bool(((quotient - values).abs() <= nearest + 1e-5).all())


@pytest.mark.parametrize("tokens, dim", [(1, 64), (128, 128), (200, 64), (777, 128)])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_values_are_turned_and_ordered(generator, tokens, dim, dtype):
    v = torch.randn(2, tokens, 3, dim, device="cuda", generator=generator).to(dtype).transpose(1, 2)
    got, scale = ac.quantize_values(v)
    padded = (tokens + 127) // 128 * 128
    assert got.shape == (2, 3, dim, padded)
    order = torch.tensor([0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15], device="cuda")
    places = (torch.arange(0, padded, 16, device="cuda").unsqueeze(1) + order).flatten()
    turned = torch.zeros(2, 3, dim, padded, device="cuda", dtype=torch.float64)
    turned[..., :tokens] = v.double().transpose(2, 3)
    expected, expected_scale = expected_rows(turned.reshape(1, -1), ac.FLOAT8)
    assert_quantized(
        got,
        scale.reshape(1),
        expected.reshape(turned.shape)[..., places],
        expected_scale,
        ac.FLOAT8,
    )


def test_errors_say_what_is_wrong():
    x = torch.randn(4, 100, device="cuda")
    with pytest.raises(ValueError, match="per must be one of tensor, row, block"):
        ac.quantize_fp8(x, per="column")
    with pytest.raises(RuntimeError, match="multiple of 128"):
        ac.quantize_fp8(x, per="block")
    with pytest.raises(RuntimeError, match="x must be contiguous"):
        kernels.quantize_int8_rows(x.t())
    with pytest.raises(RuntimeError, match="must be float32, float16 or bfloat16"):
        ac.quantize_int8(x.double())
    with pytest.raises(RuntimeError, match="x must be on a GPU"):
        ac.quantize_int8(x.cpu())
    assert distance(x, x) == 0
