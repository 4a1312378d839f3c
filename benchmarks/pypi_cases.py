"""Cases of PyPI's causal-conv1d: its kernels against its own reference in PyTorch."""

import importlib.util
import sys
from types import ModuleType, SimpleNamespace

from porter.verify.extension import Generator, Output, parametrize

if importlib.util.find_spec("causal_conv1d_cuda") is None:
    # The reference lies in a module that imports the kernels; PyTorch's side has none.
    sys.modules["causal_conv1d_cuda"] = ModuleType("causal_conv1d_cuda")

from causal_conv1d.causal_conv1d_interface import causal_conv1d_ref, causal_conv1d_update_ref

MODULE = "causal_conv1d"

reference = SimpleNamespace(
    causal_conv1d_fn=causal_conv1d_ref, causal_conv1d_update=causal_conv1d_update_ref
)


@parametrize("layout", ["first", "last"])
@parametrize("dtype", ["float32", "float16"])
@parametrize("width", [2, 3, 4])
@parametrize("activation", [None, "silu"])
@parametrize("length", [8, 31, 32, 33, 63, 64, 65, 127, 512, 1031, 2048])
def case_forward(module, generator: Generator, layout, dtype, width, activation, length):
    batch, dim = 2, 24
    x = generator.normal(batch, dim, length, dtype=dtype)
    if layout == "last":
        x = x.transpose(1, 2).contiguous().transpose(1, 2)
    weight = generator.normal(dim, width, dtype=dtype)
    bias = generator.normal(dim, dtype=dtype)
    out = module.causal_conv1d_fn(x, weight, bias, activation=activation)
    return {"out": Output(out, terms=width + 1)}


@parametrize("dtype", ["float32", "float16"])
@parametrize("length", [1, 3, 33, 300])
def case_states(module, generator: Generator, dtype, length):
    batch, dim, width = 2, 24, 4
    x = generator.normal(batch, length + 1, dim, dtype=dtype)[:, 1:].transpose(1, 2)
    weight = generator.normal(dim, width, dtype=dtype)
    states = generator.normal(batch, width - 1, dim, dtype=dtype).transpose(1, 2)
    out, final = module.causal_conv1d_fn(
        x, weight, initial_states=states, return_final_states=True, activation="silu"
    )
    return {"out": Output(out, terms=width), "final_states": final}


@parametrize("dtype", ["float32", "float16"])
@parametrize("length", [1, 4])
def case_update(module, generator: Generator, dtype, length):
    batch, dim, width = 3, 70, 4
    x = generator.normal(batch, dim, length, dtype=dtype)
    state = generator.normal(batch, dim, width - 1, dtype=dtype)
    weight = generator.normal(dim, width, dtype=dtype)
    bias = generator.normal(dim, dtype=dtype)
    out = module.causal_conv1d_update(x, state, weight, bias, activation="silu")
    return {"out": Output(out, terms=width + 1), "state": state}
