"""What causal_conv1d computes: forward, states and gradients, against its reference in PyTorch."""

from types import SimpleNamespace

import torch
from causal_conv1d.reference import causal_conv1d_ref, causal_conv1d_update_ref

from porter.verify.extension import Generator, Output, parametrize

MODULE = "causal_conv1d"

reference = SimpleNamespace(
    causal_conv1d_fn=causal_conv1d_ref, causal_conv1d_update=causal_conv1d_update_ref
)

TYPES = ("float32", "float16", "bfloat16")
# Around the lengths of a warp's tile, of a block's chunk and of a packet of 16 bytes.
LENGTHS = (1, 7, 31, 32, 33, 64, 127, 128, 129, 512, 1031)


def _layout(x: torch.Tensor, layout: str) -> torch.Tensor:
    return x if layout == "first" else x.transpose(1, 2).contiguous().transpose(1, 2)


def _filter(generator: Generator, dim: int, width: int, dtype: str, terms: int):
    weight = generator.normal(dim, width, dtype=dtype, scale=0.5, grad="dweight", terms=terms)
    return weight, generator.normal(dim, dtype=dtype, grad="dbias", terms=terms)


@parametrize("layout", ["first", "last"])
@parametrize(
    "dtype, weight_dtype",
    [
        ("float32", "float32"),
        ("float16", "float32"),
        ("bfloat16", "bfloat16"),
    ],
)
@parametrize("width, activation", [(2, "silu"), (3, None), (4, "silu")])
@parametrize("length", LENGTHS)
def case_gradients(
    module, generator: Generator, layout, dtype, weight_dtype, width, activation, length
):
    """Forward and gradients, by layout, type, width and length."""
    batch, dim = 2, 9
    x = generator.normal(batch, dim, length, dtype=dtype, grad="dx", terms=2 * width)
    weight, bias = _filter(generator, dim, width, weight_dtype, batch * length)
    out = module.causal_conv1d_fn(_layout(x, layout), weight, bias, activation=activation)
    return {"out": Output(out, terms=width + 1)}


@parametrize("layout", ["first", "last"])
@parametrize("with_bias", [False, True])
@parametrize("activation", [None, "silu", "swish"])
@parametrize("width", [2, 3, 4])
def case_widths(module, generator: Generator, layout, with_bias, activation, width):
    """Every width with every activation, with and without bias, forward and gradients."""
    batch, dim, length = 2, 9, 67
    x = generator.normal(batch, dim, length, grad="dx", terms=2 * width)
    weight = generator.normal(dim, width, scale=0.5, grad="dweight", terms=batch * length)
    bias = generator.normal(dim, grad="dbias", terms=batch * length) if with_bias else None
    out = module.causal_conv1d_fn(_layout(x, layout), weight, bias, activation=activation)
    return {"out": Output(out, terms=width + 1)}


# Each branch of the dispatch by type, width and layout: rows and channels with and without the
# alignment that whole packets want, and sequences.
@parametrize(
    "layout, dim, length, with_sequences",
    [
        ("first", 9, 67, False),
        ("first", 9, 128, False),
        ("last", 9, 67, False),
        ("last", 9, 67, True),
        ("last", 16, 67, False),
        ("last", 16, 67, True),
    ],
)
@parametrize("dtype", TYPES)
@parametrize("weight_dtype", TYPES)
@parametrize("width", [2, 3, 4])
def case_types(
    module, generator: Generator, layout, dim, length, with_sequences, dtype, weight_dtype, width
):
    """Every type of numbers with every type of weights, forward and gradients."""
    batch = 2
    x = generator.normal(batch, dim, length, dtype=dtype, grad="dx", terms=2 * width)
    weight, bias = _filter(generator, dim, width, weight_dtype, batch * length)
    starts = generator.uniform(0, 1, batch, length) < 0.1 if with_sequences else None
    seq_idx = None if starts is None else starts.cumsum(-1).to(torch.int32)
    out = module.causal_conv1d_fn(
        _layout(x, layout), weight, bias, seq_idx=seq_idx, activation="silu"
    )
    return {"out": Output(out, terms=width + 1)}


@parametrize("dtype", ["float32", "float16"])
@parametrize("length", [1, 2, 33, 200])
def case_states(module, generator: Generator, dtype, length):
    """An initial state and the final one."""
    batch, dim, width = 2, 24, 4
    x = generator.normal(batch, length, dim, dtype=dtype, grad="dx", terms=8).transpose(1, 2)
    weight, bias = _filter(generator, dim, width, "float32", batch * length)
    states = generator.normal(batch, width - 1, dim, dtype=dtype, grad="dstates", terms=8)
    if length == 1:  # it has no layout of its own: as a slice it is channel-last
        x = torch.cat([x, x], dim=2).transpose(1, 2).contiguous().transpose(1, 2)[..., :1]
    out, final = module.causal_conv1d_fn(
        x, weight, bias, initial_states=states.transpose(1, 2), return_final_states=True,
        activation="silu",
    )  # fmt: skip
    return {"out": Output(out, terms=width + 1), "final_states": final}


@parametrize("dim", [6, 32, 264])
def case_sequences(module, generator: Generator, dim):
    """Several sequences and padding in one row."""
    batch, length, width = 2, 150, 3
    x = generator.normal(batch, dim, length, grad="dx", terms=2 * width)
    weight, bias = _filter(generator, dim, width, "float32", batch * length)
    starts = generator.uniform(0, 1, batch, length) < 0.2
    seq_idx = starts.cumsum(-1).to(torch.int32)
    seq_idx[:, 100:] -= 400  # padding: negative indices
    out = module.causal_conv1d_fn(_layout(x, "last"), weight, bias, seq_idx=seq_idx)
    return {"out": Output(out, terms=width + 1)}


@parametrize("dtype", ["float32", "bfloat16"])
@parametrize("steps", [1, 5])
@parametrize("ring", [False, True])
def case_update(module, generator: Generator, dtype, steps, ring):
    """Decoding steps on a state that shifts, or is a ring."""
    batch, dim, width, state_len = 3, 70, 4, 7
    x = generator.normal(batch, dim, steps, dtype=dtype)
    state = generator.normal(batch, dim, state_len, dtype=dtype)
    weight = generator.normal(dim, width, dtype=dtype, scale=0.5)
    bias = generator.normal(dim, dtype=dtype)
    lengths = generator.integers(0, 20, batch, dtype="int32") if ring else None
    out = module.causal_conv1d_update(
        x, state, weight, bias, activation="silu", cache_seqlens=lengths
    )
    return {"out": Output(out, terms=width + 1), "state": Output(state, exact=True)}


@parametrize("dtype", TYPES)
@parametrize("weight_dtype", TYPES)
@parametrize("width", [2, 3, 4])
@parametrize("ring", [False, True])
def case_update_types(module, generator: Generator, dtype, weight_dtype, width, ring):
    """A decoding step with every type of numbers and of weights, of every width."""
    batch, dim = 3, 70
    x = generator.normal(batch, dim, 1, dtype=dtype)
    state = generator.normal(batch, dim, 7, dtype=dtype)
    weight = generator.normal(dim, width, dtype=weight_dtype, scale=0.5)
    bias = generator.normal(dim, dtype=weight_dtype)
    lengths = generator.integers(0, 20, batch, dtype="int32") if ring else None
    out = module.causal_conv1d_update(
        x, state, weight, bias, activation="silu", cache_seqlens=lengths
    )
    return {"out": Output(out, terms=width + 1), "state": Output(state, exact=True)}
