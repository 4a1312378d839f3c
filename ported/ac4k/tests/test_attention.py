"""Attention, by warp and by warp group, against softmax in float64."""

import math

import ac4k_kernel as ac
import pytest
import torch
from ac4k_kernel.extension import kernels
from nearness import distance, poison

WAYS = ["", "_wgmma"] if hasattr(kernels, "attention_bf16_wgmma") else [""]
#: batch, heads, key heads, tokens, key tokens
SHAPES = [
    (1, 1, 1, 1, 1),
    (2, 4, 2, 128, 128),
    (1, 2, 1, 65, 190),
    (1, 6, 2, 333, 333),
    (2, 2, 2, 130, 1000),
    (1, 2, 2, 300, 90),
    (1, 1, 1, 1, 700),
    (1, 2, 1, 1024, 1024),
]
#: Rounding of the operands is not counted: the reference is given the rounded ones.
TOLERANCE = {"bf16": 5e-3, "fp8": 3.5e-2, "int8_fp8": 3.5e-2, "nvfp4": 3.5e-2}
ORDER = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15]


def reference(q, k, v, causal):
    groups = q.shape[1] // k.shape[1]
    k, v = (x.double().repeat_interleave(groups, 1) for x in (k, v))
    scores = q.double() @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if causal:
        rows, columns = scores.shape[-2:]
        seen = torch.ones(rows, columns, device="cuda", dtype=torch.bool).tril(columns - rows)
        scores = scores.masked_fill(~seen, -math.inf)
    return scores.softmax(-1).nan_to_num(0.0) @ v


def heads(generator, batch, count, tokens, dim):
    """Lies in memory as projections leave it: (batch, tokens, heads, dim)."""
    x = torch.randn(batch, tokens, count, dim, device="cuda", generator=generator)
    return x.bfloat16().transpose(1, 2)


def unturned(v8, scale, tokens):
    """What quantize_values made, as (batch, heads, tokens, dim) in float64."""
    padded = v8.shape[-1]
    places = torch.arange(0, padded, 16).unsqueeze(1) + torch.tensor(ORDER)
    v = torch.empty(v8.shape, device="cuda", dtype=torch.float64)
    v[..., places.flatten().cuda()] = v8.double() * scale.double()
    return v[..., :tokens].transpose(-1, -2)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("precision", ["bf16", "fp8", "int8_fp8"])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dim", [64, 128])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_attention(generator, shape, dim, causal, precision, way):
    batch, q_heads, k_heads, tokens, key_tokens = shape
    q = heads(generator, batch, q_heads, tokens, dim)
    k = heads(generator, batch, k_heads, key_tokens, dim)
    v = heads(generator, batch, k_heads, key_tokens, dim)
    function = getattr(kernels, f"attention_{precision}{way}")
    scale = 1 / math.sqrt(dim)
    if precision == "bf16":
        poison(batch, tokens, q_heads, dim, dtype=torch.bfloat16)
        got = function(q, k, v, scale, causal)
        expected = reference(q, k, v, causal)
    else:
        quantize = ac.quantize_fp8 if precision == "fp8" else ac.quantize_int8
        q8, q_scale = quantize(q.contiguous())
        k8, k_scale = quantize(k.contiguous())
        v8, v_scale = ac.quantize_values(v)
        poison(batch, tokens, q_heads, dim, dtype=torch.bfloat16)
        got = function(q8, k8, v8, q_scale, k_scale, v_scale, scale, causal)
        rounded = [
            x8.double() * (s.double() if s.dim() == 0 else s.double().unsqueeze(-1))
            for x8, s in ((q8, q_scale), (k8, k_scale))
        ]
        expected = reference(*rounded, unturned(v8, v_scale, key_tokens), causal)
    assert got.shape == (batch, q_heads, tokens, dim) and got.dtype == torch.bfloat16
    assert distance(got, expected) < TOLERANCE[precision]


@pytest.mark.parametrize("precision", ["bf16", "fp8", "int8_fp8"])
def test_the_operator_quantises_for_itself(generator, precision):
    q, k, v = (heads(generator, 2, 4, 500, 128) for _ in range(3))
    got = ac.attention(q, k, v, precision=precision, causal=True)
    assert distance(got, reference(q, k, v, True)) < (5e-3 if precision == "bf16" else 0.08)


def test_large_scores_do_not_overflow(generator):
    q, k, v = (heads(generator, 1, 1, 256, 64) for _ in range(3))
    got = ac.attention(q * 30, k * 30, v)
    assert distance(got, reference(q * 30, k * 30, v, False)) < 1e-2


def test_errors_say_what_is_wrong(generator):
    q = heads(generator, 1, 2, 16, 64)
    with pytest.raises(ValueError, match="attention has no 'fp2' on"):
        ac.attention(q, q, q, precision="fp2")
    with pytest.raises(RuntimeError, match="64 or 128 dimensions"):
        ac.attention(*(heads(generator, 1, 2, 16, 80) for _ in range(3)))
    with pytest.raises(RuntimeError, match="no multiple of k's"):
        ac.attention(heads(generator, 1, 3, 16, 64), q, q)
    with pytest.raises(RuntimeError, match="must be BFloat16"):
        ac.attention(q.half(), q, q)
    with pytest.raises(RuntimeError, match="q must be on a GPU"):
        ac.attention(q.cpu(), q, q)
    for scale in (0.0, -1.0):
        with pytest.raises(ValueError, match="scale must be above 0"):
            ac.attention(q, q, q, scale=scale)


def unpacked(packed, block_scale, scale):
    """What quantize_nvfp4 made, in float64."""
    magnitudes = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6], device="cuda", dtype=torch.float64)
    codes = torch.stack([packed & 15, packed >> 4], -1).flatten(-2).long()
    values = torch.where(codes >= 8, -1.0, 1.0).double() * magnitudes[codes & 7]
    return values * block_scale.double().repeat_interleave(16, -1) * scale.double()


@pytest.mark.skipif(not hasattr(kernels, "attention_nvfp4"), reason="this GPU has no NVFP4")
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dim", [64, 128])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_nvfp4(generator, shape, dim, causal):
    batch, q_heads, k_heads, tokens, key_tokens = shape
    q = ac.quantize_nvfp4(heads(generator, batch, q_heads, tokens, dim).contiguous())
    k = ac.quantize_nvfp4(heads(generator, batch, k_heads, key_tokens, dim).contiguous())
    v8, v_scale = ac.quantize_values(heads(generator, batch, k_heads, key_tokens, dim))
    poison(batch, tokens, q_heads, dim, dtype=torch.bfloat16)
    got = kernels.attention_nvfp4(
        q[0], k[0], v8, q[1], k[1], q[2], k[2], v_scale, 1 / math.sqrt(dim), causal
    )
    expected = reference(unpacked(*q), unpacked(*k), unturned(v8, v_scale, key_tokens), causal)
    assert distance(got, expected) < TOLERANCE["nvfp4"]
