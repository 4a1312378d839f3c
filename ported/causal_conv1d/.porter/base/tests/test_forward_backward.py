"""Forward and gradients of the kernels against the reference in float64."""

import itertools

import pytest
import torch
from causal_conv1d import causal_conv1d_fn, causal_conv1d_ref
from compare import DTYPES, TOLERANCE, assert_near, channel_last, random_tensor

SHAPES = [
    (1, 1, 1),
    (2, 3, 2),
    (3, 5, 7),
    (2, 64, 129),
    (2, 40, 151),
    (4, 96, 512),
    (1, 7, 1024),
    (2, 16, 1032),
    (3, 48, 2048),
    (1, 8, 4100),
    (70, 24, 96),
]


def check(x, weight, bias, activation, *, layout="first", seq_idx=None, states=None, final=False):
    """Runs both sides on the same inputs and compares outputs and all gradients."""
    leaves = [t for t in (x, weight, bias, states) if t is not None]
    expected_leaves = [t.detach().double().requires_grad_() for t in leaves]
    leaves = [t.detach().requires_grad_() for t in leaves]

    def arguments(tensors):
        rest = iter(tensors)
        return {
            "x": next(rest),
            "weight": next(rest),
            "bias": next(rest) if bias is not None else None,
            "initial_states": next(rest) if states is not None else None,
        }

    options = {"activation": activation, "seq_idx": seq_idx, "return_final_states": final}
    own = arguments(leaves)
    if layout == "last":
        own["x"] = channel_last(own["x"])
    got = causal_conv1d_fn(**own, **options)
    expected = causal_conv1d_ref(**arguments(expected_leaves), **options)
    got, expected = (list(r) if final else [r] for r in (got, expected))

    tolerance = max(TOLERANCE[x.dtype], TOLERANCE[torch.float32])
    for g, e in zip(got, expected, strict=True):
        assert g.dtype == x.dtype
        assert_near(g, e, tolerance)

    douts = [random_tensor(*g.shape, dtype=g.dtype, seed=9 + i) for i, g in enumerate(got)]
    gradients = torch.autograd.grad(got, leaves, douts)
    expected_gradients = torch.autograd.grad(expected, expected_leaves, [d.double() for d in douts])
    for leaf, g, e in zip(leaves, gradients, expected_gradients, strict=True):
        assert g.dtype == leaf.dtype
        # Sums over batch and time in float32 lose digits with the number of terms.
        terms = x.shape[0] * x.shape[2]
        slack = 4 if terms < 1e5 else 20
        assert_near(g, e, slack * max(tolerance, TOLERANCE[leaf.dtype]))


def inputs(shape, width, dtype, weight_dtype, with_bias=True):
    dim = shape[1]
    x = random_tensor(*shape, dtype=dtype, seed=1)
    weight = random_tensor(dim, width, dtype=weight_dtype, seed=2)
    bias = random_tensor(dim, dtype=weight_dtype, seed=3) if with_bias else None
    return x, weight, bias


@pytest.mark.parametrize("layout", ["first", "last"])
@pytest.mark.parametrize("activation", [None, "silu"])
@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(shape, width, activation, layout):
    for dtype in (torch.float32, torch.float16):
        check(*inputs(shape, width, dtype, torch.float32), activation, layout=layout)


@pytest.mark.parametrize("layout", ["first", "last"])
@pytest.mark.parametrize("dtype, weight_dtype", list(itertools.product(DTYPES, DTYPES)), ids=str)
@pytest.mark.parametrize("length", [264, 267])
def test_type_pairs(dtype, weight_dtype, length, layout):
    for width in (2, 3, 4):
        check(*inputs((2, 24, length), width, dtype, weight_dtype), "swish", layout=layout)


@pytest.mark.parametrize("layout", ["first", "last"])
def test_without_bias(layout):
    check(*inputs((2, 24, 264), 4, torch.float32, torch.float32, False), "silu", layout=layout)


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("length", [1, 2, 3, 40, 1000])
@pytest.mark.parametrize("final", [False, True])
def test_states(length, dtype, width, final):
    x, weight, bias = inputs((2, 24, length), width, dtype, torch.float32)
    states = random_tensor(2, 24, width - 1, dtype=dtype, seed=4)
    if length == 1:  # such an x has no layout of its own: stretch it so that it is channel-last
        x = random_tensor(2, 2, 24, dtype=dtype, seed=1).transpose(1, 2)[..., :1]
        out, last = causal_conv1d_fn(
            x, weight, bias, initial_states=states, return_final_states=True
        )
        expected, expected_last = causal_conv1d_ref(
            x.double(), weight.double(), bias.double(),
            initial_states=states.double(), return_final_states=True,
        )  # fmt: skip
        assert_near(out, expected, TOLERANCE[dtype])
        assert_near(last, expected_last, 0.0)
        return
    check(x, weight, bias, "silu", layout="last", states=states, final=final)


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("dim", [6, 32, 264])
@pytest.mark.parametrize("with_states", [False, True])
def test_seq_idx(dim, width, with_states):
    batch, length = 3, 300
    x, weight, bias = inputs((batch, dim, length), width, torch.float32, torch.float32)
    states = random_tensor(batch, dim, width - 1, dtype=x.dtype, seed=4) if with_states else None
    generator = torch.Generator().manual_seed(width)
    starts = torch.rand(batch, length, generator=generator) < 0.2
    seq_idx = starts.cumsum(-1).to(torch.int32)
    seq_idx[:, 200:] -= 400  # padding: negative indices
    check(x, weight, bias, "silu", layout="last", seq_idx=seq_idx.cuda(), states=states)


@pytest.mark.parametrize("layout", ["first", "last"])
def test_slices(layout):
    """Strides that are not those of a dense tensor, aligned or not."""
    for offset in (0, 1, 8):
        wide = random_tensor(2, 64 + 16, 256 + 16, dtype=torch.float16, seed=1)
        wide = channel_last(wide) if layout == "last" else wide
        x = wide[:, offset : offset + 64, offset : offset + 256]
        weight = random_tensor(64, 4, dtype=torch.float32, seed=2)
        bias = random_tensor(64, dtype=torch.float32, seed=3)
        out = causal_conv1d_fn(x, weight, bias, activation="silu")
        expected = causal_conv1d_ref(x.double(), weight.double(), bias.double(), activation="silu")
        assert_near(out, expected, TOLERANCE[torch.float16])


def test_dout_of_another_layout():
    x, weight, bias = inputs((2, 24, 264), 4, torch.float32, torch.float32)
    for transposed in (x, channel_last(x)):
        leaf = transposed.detach().requires_grad_()
        (own,) = torch.autograd.grad(
            causal_conv1d_fn(leaf, weight, bias).sum(), leaf
        )  # expanded dout: all strides zero
        (expected,) = torch.autograd.grad(causal_conv1d_ref(leaf, weight, bias).sum(), leaf)
        assert_near(own, expected, TOLERANCE[torch.float32])


def test_every_element_is_written():
    """New tensors reuse memory that is full of NaN."""
    x, weight, bias = inputs((2, 24, 267), 4, torch.float32, torch.float32)
    torch.full_like(x, float("nan"))
    assert causal_conv1d_fn(x, weight, bias).isfinite().all()


def test_long_rows_and_many_batches():
    check(*inputs((1, 2, 70001), 4, torch.float32, torch.float32), "silu")
    check(*inputs((1, 2, 70000), 4, torch.float16, torch.float32), "silu", layout="last")
    check(*inputs((70000, 1, 8), 2, torch.float32, torch.float32), "silu")
    check(*inputs((70000, 2, 4), 2, torch.float32, torch.float32), "silu", layout="last")
