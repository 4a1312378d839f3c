"""What ac4k computes: quantisation, rotary embedding, matrix products and attention, by type."""

from types import SimpleNamespace

from porter.verify.extension import Generator, Output, parametrize

MODULE = "ac4k_kernel"


def _attention(q, k, v, precision="bf16", causal=False, scale=None):
    """Attention in the precision of its operands; heads of keys serve several of queries."""
    k, v = (x.repeat_interleave(q.shape[1] // x.shape[1], 1) for x in (k, v))
    scores = q @ k.transpose(-1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if causal:
        rows, columns = scores.shape[-2:]
        seen = scores.new_ones(rows, columns).tril(columns - rows) > 0
        scores = scores.masked_fill(~seen, float("-inf"))
    return scores.softmax(-1).nan_to_num(0.0) @ v


def _rope3d(x, cosines, sines, grid, pairs=None):
    """The turn of each pair, as a product of complex numbers, by its cell's place."""
    import torch

    half = x.shape[-1] // 2
    counts = [*(pairs or (half - 2 * (half // 3), half // 3))]
    counts.append(half - sum(counts))
    cells = torch.cartesian_prod(*(torch.arange(size, device=x.device) for size in grid))
    places = cells.repeat_interleave(torch.tensor(counts, device=x.device), 1)
    columns = torch.arange(half, device=x.device)
    turns = torch.complex(cosines[places, columns], sines[places, columns])
    out = x.clone()
    numbers = torch.view_as_complex(x[:, : len(cells)].unflatten(-1, (half, 2)).contiguous())
    out[:, : len(cells)] = torch.view_as_real(numbers * turns[None, :, None]).flatten(-2)
    return out


def _unrounded(x, per="tensor"):
    """What is quantised, with scales of 1."""
    return x, x.new_ones(())


reference = SimpleNamespace(
    attention=_attention,
    gemm=lambda a, b, a_scale=1.0, b_scale=1.0: (a.double() * a_scale) @ (b.double() * b_scale).t(),
    quantize_fp8=_unrounded,
    quantize_int8=_unrounded,
    rope3d=_rope3d,
)

#: batch, heads, key heads, tokens, key tokens: around the tiles of 32, 64 and 128.
HEADS = ((1, 2, 1, 33, 65), (1, 2, 2, 130, 130))
#: Terms of a sum in bfloat16 whose rounding is as large as that of a value to 8 bits.
FP8_TERMS = 12
INT8_TERMS = 3


@parametrize("dtype", ["float32", "float16", "bfloat16"])
@parametrize("name, per", [
    ("fp8", "tensor"), ("fp8", "row"), ("fp8", "block"), ("int8", "row"), ("int8", "block"),
])  # fmt: skip
@parametrize("columns", [128, 640])
def case_quantize(module, generator: Generator, name, per, dtype, columns):
    """Quantised values times their scales."""
    x = generator.normal(5, columns, dtype=dtype, scale=3.0)
    quantized, scale = getattr(module, f"quantize_{name}")(x, per=per)
    blocks = quantized.reshape(*scale.shape, -1) if scale.dim() else quantized
    values = blocks.to(scale.dtype) * scale.unsqueeze(-1)
    terms = FP8_TERMS if name == "fp8" else INT8_TERMS
    return {"values": Output(values.reshape(x.shape), terms=terms, accumulate="bfloat16")}


@parametrize("dtype", ["float32", "float16", "bfloat16"])
@parametrize("name", ["fp8", "int8"])
@parametrize("columns", [37, 3000, 12296])
def case_rows(module, generator: Generator, name, dtype, columns):
    """Rows that no packet of 16 bytes divides, and those that a block of threads shares."""
    x = generator.normal(3, columns, dtype=dtype, scale=3.0)
    quantized, scale = getattr(module, f"quantize_{name}")(x, per="row")
    values = quantized.to(scale.dtype) * scale.unsqueeze(-1) if scale.dim() else quantized
    terms = FP8_TERMS if name == "fp8" else INT8_TERMS
    return {"values": Output(values, terms=terms, accumulate="bfloat16")}


@parametrize("dtype", ["float32", "float16", "bfloat16"])
@parametrize("dim, grid", [(64, (2, 3, 5)), (128, (3, 1, 7))])
def case_rope3d(module, generator: Generator, dim, grid, dtype):
    """Tokens of a grid, and some behind its end."""
    import torch

    x = generator.normal(2, 33, 3, dim, dtype=dtype)
    angles = torch.rand(8, dim // 2, generator=generator.torch) * 6.0
    cosines, sines = generator.tensor(angles.cos()), generator.tensor(angles.sin())
    return {"out": Output(module.rope3d(x, cosines, sines, grid), terms=2)}


def _float8(module, x):
    """The same values in the format of the module's GPU, which holds all that are small."""
    return x.to(getattr(module, "FLOAT8", x.dtype))


@parametrize("name", ["bf16", "fp8", "int8"])
@parametrize("shape", [(1, 8, 16), (37, 54, 48), (128, 130, 144)])
def case_product(module, generator: Generator, shape, name):
    """A product with a weight as linear layers hold it; 8-bit types have one scale an operand."""
    rows, columns, depth = shape
    if name == "bf16":
        a = generator.normal(rows, depth, dtype="bfloat16")
        b = generator.normal(columns, depth, dtype="bfloat16")
        return {"out": Output(module.gemm(a, b), terms=depth)}
    if name == "fp8":
        a, b = (
            _float8(module, generator.normal(lines, depth, dtype="float8_e4m3fn"))
            for lines in (rows, columns)
        )
    else:
        a = generator.integers(-127, 128, rows, depth, dtype="int8")
        b = generator.integers(-127, 128, columns, depth, dtype="int8")
    scales = [generator.uniform(0.5, 1.5, 1) for _ in range(2)]
    return {"out": Output(module.gemm(a, b, *scales), terms=depth)}


@parametrize("causal", [False, True])
@parametrize("dim", [64, 128])
@parametrize("precision", ["bf16", "fp8", "int8_fp8"])
@parametrize("shape", HEADS)
def case_attention(module, generator: Generator, shape, dim, causal, precision):
    """Keys may have fewer heads and other lengths."""
    batch, heads, key_heads, tokens, key_tokens = shape
    q = generator.normal(batch, heads, tokens, dim, dtype="bfloat16")
    k = generator.normal(batch, key_heads, key_tokens, dim, dtype="bfloat16")
    v = generator.normal(batch, key_heads, key_tokens, dim, dtype="bfloat16")
    out = module.attention(q, k, v, precision=precision, causal=causal)
    terms = 2 if precision == "bf16" else 2 * FP8_TERMS
    return {"out": Output(out, terms=terms, accumulate="bfloat16")}
