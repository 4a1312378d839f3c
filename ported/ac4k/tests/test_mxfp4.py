"""MX-FP4: quantisation against OCP's definition, attention against softmax in float64."""

import math

import ac4k_kernel as ac
import pytest
import torch
from ac4k_kernel.extension import kernels
from nearness import distance, poison
from test_attention import SHAPES, heads, reference, unturned

HAS_MXFP4 = "mxfp4" in ac.supported()["quantize"]
E2M1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6], dtype=torch.float64)
needs_mxfp4 = pytest.mark.skipif(not HAS_MXFP4, reason="this GPU has no MX-FP4")


def scale_of(blocks: torch.Tensor) -> torch.Tensor:
    """The power of two of each block: that of the largest value over that of e2m1's largest."""
    largest = blocks.abs().amax(-1)
    exponent = torch.where(largest > 0, largest, 2.0**-200).log2().floor() - 2
    return torch.exp2(exponent.clamp(-127, 127))


def nearest(x: torch.Tensor) -> torch.Tensor:
    """The nearest e2m1, ties to the even code."""
    magnitude = x.abs().clamp_max(6.0)
    below = (torch.bucketize(magnitude, E2M1, right=True) - 1).clamp(0, 7)
    above = (below + 1).clamp_max(7)
    down, up = magnitude - E2M1[below], E2M1[above] - magnitude
    code = torch.where((up < down) | ((up == down) & (above % 2 == 0)), above, below)
    return E2M1[code] * x.sign()


def unpacked(packed: torch.Tensor, block_scale: torch.Tensor) -> torch.Tensor:
    """What quantize_mxfp4 made, in float64."""
    codes = torch.stack([packed & 15, packed >> 4], -1).flatten(-2).long().cpu()
    values = torch.where(codes >= 8, -1.0, 1.0).double() * E2M1[codes & 7]
    scale = torch.exp2(block_scale.cpu().view(torch.uint8).double() - 127)
    return values * scale.repeat_interleave(32, -1)


@needs_mxfp4
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", [(1, 32), (5, 64), (33, 1056)], ids=str)
def test_quantised_values_are_those_of_the_definition(generator, shape, dtype):
    x = torch.randn(shape, device="cuda", generator=generator).mul(3).to(dtype)
    x[0, :8] = torch.tensor([0.25, 0.75, 1.25, 2.5, 5.0, -5.0, 7.5, -0.0])  # ties, and above 6
    packed, block_scale = ac.quantize_mxfp4(x)
    assert packed.shape == (*shape[:-1], shape[-1] // 2)
    assert block_scale.dtype == torch.float8_e8m0fnu
    blocks = x.double().cpu().reshape(*shape[:-1], -1, 32)
    scale = scale_of(blocks).unsqueeze(-1)
    expected = nearest(blocks / scale) * scale
    assert torch.equal(unpacked(packed, block_scale), expected.reshape(shape))


@needs_mxfp4
def test_very_large_and_very_small_blocks_keep_their_scale(generator):
    x = torch.randn(4, 32, device="cuda", generator=generator)
    x *= torch.tensor([[2.0**120], [2.0**-120], [2.0**-140], [0.0]], device="cuda")
    packed, block_scale = ac.quantize_mxfp4(x)
    scale = scale_of(x.double().cpu()).unsqueeze(-1)
    assert torch.equal(unpacked(packed, block_scale), nearest(x.double().cpu() / scale) * scale)


@needs_mxfp4
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dim", [64, 128])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_attention(generator, shape, dim, causal):
    batch, q_heads, k_heads, tokens, key_tokens = shape
    q = ac.quantize_mxfp4(heads(generator, batch, q_heads, tokens, dim).contiguous())
    k = ac.quantize_mxfp4(heads(generator, batch, k_heads, key_tokens, dim).contiguous())
    v8, v_scale = ac.quantize_values(heads(generator, batch, k_heads, key_tokens, dim))
    poison(batch, tokens, q_heads, dim, dtype=torch.bfloat16)
    got = kernels.attention_mxfp4(
        q[0], k[0], v8, q[1], k[1], v_scale, 1 / math.sqrt(dim), causal
    )
    rounded = (unpacked(*x).cuda() for x in (q, k))
    expected = reference(*rounded, unturned(v8, v_scale, key_tokens), causal)
    assert distance(got, expected) < 3.5e-2


@needs_mxfp4
def test_the_operator_quantises_for_itself(generator):
    q, k, v = (heads(generator, 2, 4, 200, 128) for _ in range(3))
    got = ac.attention(q, k, v, precision="mxfp4", causal=True)
    assert distance(got, reference(q, k, v, True)) < 0.3
