"""What ck_tile computes: normalised rows and gated activations, by kernels compiled when called."""

from types import SimpleNamespace

from porter.verify.extension import Generator, Output, parametrize

MODULE = "ck_tile"


def _rms_norm(x, weight, epsilon):
    return x * (x.square().mean(-1, keepdim=True) + epsilon).rsqrt() * weight


def _silu_and_mul(x):
    gate, up = x.chunk(2, -1)
    return gate * gate.sigmoid() * up


reference = SimpleNamespace(rms_norm=_rms_norm, silu_and_mul=_silu_and_mul)

# Around waves of 32 and 64 lanes, and blocks of 256 threads.
COLUMNS = (1, 31, 32, 33, 64, 65, 255, 257, 1030)


@parametrize("rows", [1, 3, 65])
@parametrize("columns", COLUMNS)
@parametrize("epsilon", [1e-6, 0.5])
def case_rms_norm(module, generator: Generator, rows, columns, epsilon):
    """A row divided by its root mean square, times a weight for each column."""
    x = generator.normal(rows, columns)
    weight = generator.normal(columns)
    return {"y": Output(module.rms_norm(x, weight, epsilon), terms=columns)}


@parametrize("shape", [(1, 2), (3, 62), (3, 64), (2, 5, 66), (65, 130), (4, 2060)])
def case_silu_and_mul(module, generator: Generator, shape):
    """The first half of each row, through SiLU, times the second half."""
    return {"y": module.silu_and_mul(generator.normal(*shape))}
