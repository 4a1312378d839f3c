"""What ac4k computes: quantisation, rotary embedding, matrix products and attention, by type."""

from types import SimpleNamespace

from porter.verify.extension import Generator, Output, parametrize

MODULE = "ac4k_kernel"


def _attention(q, k, v, precision="bf16", causal=False, scale=None):
    """Attention without its rounding, heads repeated where keys have fewer."""
    k, v = (x.repeat_interleave(q.shape[1] // x.shape[1], 1) for x in (k, v))
    scores = q @ k.transpose(-1, -2) * (scale or q.shape[-1] ** -0.5)
    if causal:
        rows, columns = scores.shape[-2:]
        seen = scores.new_ones(rows, columns).tril(columns - rows) > 0
        scores = scores.masked_fill(~seen, float("-inf"))
    return scores.softmax(-1).nan_to_num(0.0) @ v


reference = SimpleNamespace(
    gemm=lambda a, b, a_scale=None, b_scale=None: a @ b.t(),
    attention=_attention,
)

#: batch, heads, key heads, tokens, key tokens: around the tiles of 32, 64 and 128.
HEADS = ((1, 2, 1, 33, 65), (2, 2, 2, 130, 130))


@parametrize("shape", [(1, 8, 16), (37, 54, 48), (128, 130, 144)])
def case_product(module, generator: Generator, shape):
    """A product of bfloat16 with a weight as linear layers hold it."""
    rows, columns, depth = shape
    a = generator.normal(rows, depth, dtype="bfloat16")
    b = generator.normal(columns, depth, dtype="bfloat16")
    return {"out": Output(module.gemm(a, b), terms=depth)}


@parametrize("causal", [False, True])
@parametrize("dim", [64, 128])
@parametrize("shape", HEADS)
def case_attention(module, generator: Generator, shape, dim, causal):
    """Attention of bfloat16; keys may have fewer heads and other lengths."""
    batch, heads, key_heads, tokens, key_tokens = shape
    q = generator.normal(batch, heads, tokens, dim, dtype="bfloat16")
    k = generator.normal(batch, key_heads, key_tokens, dim, dtype="bfloat16")
    v = generator.normal(batch, key_heads, key_tokens, dim, dtype="bfloat16")
    out = module.attention(q, k, v, causal=causal)
    return {"out": Output(out, terms=key_tokens, accumulate="bfloat16")}
