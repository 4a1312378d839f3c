"""What `torch.cuda` and PyTorch's operators for GPUs give on the device: a GPU's, or the host's.

Each function of the program is a check of its own; the names of those that fail are printed.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from porter.execute.cpu.torch_extension.build import torch_library

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")

PROGRAM = """
import sys, warnings
from pathlib import Path
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
import torch
from torch import nn
from torch.nn import functional

warnings.simplefilter("ignore")
checks = []


def both(run, *given):
    # The same module and numbers on the host and on the device, their gradients, too.
    found = []
    for device in ("cpu", "cuda"):
        torch.manual_seed(1)
        leaves = [one.clone().to(device).requires_grad_() for one in given]
        outs = run(device, *leaves)
        outs[0].double().sum().backward()
        found.append([one.detach().cpu() for one in (*outs, *(leaf.grad for leaf in leaves))])
    for on_host, on_device in zip(*found, strict=True):
        torch.testing.assert_close(on_device, on_host)


@checks.append
def statistics():
    torch.cuda.reset_peak_memory_stats()
    torch.cuda.reset_accumulated_memory_stats()
    before = torch.cuda.memory_stats()
    kept = torch.empty(1 << 20, device="cuda")
    torch.empty(1 << 20, device="cuda")
    after, nested = torch.cuda.memory_stats(), torch.cuda.memory_stats_as_nested_dict()
    size = kept.nbytes
    assert after["allocated_bytes.all.current"] - before["allocated_bytes.all.current"] >= size
    assert after["allocated_bytes.all.peak"] - before["allocated_bytes.all.current"] >= 2 * size
    assert after["allocation.all.allocated"] - before["allocation.all.allocated"] == 2
    assert after["allocation.all.freed"] - before["allocation.all.freed"] == 1
    assert nested["allocated_bytes"]["all"]["peak"] == torch.cuda.max_memory_allocated()
    assert after["num_alloc_retries"] == after["num_ooms"] == 0
    assert "Allocated memory" in torch.cuda.memory_summary()


@checks.append
def autocast_softmax():
    for dtype in (torch.float16, torch.bfloat16):
        for name in ("softmax", "log_softmax"):
            x = torch.randn(3, 5, device="cuda", dtype=dtype, requires_grad=True)
            wide = x.detach().float().requires_grad_()
            with torch.autocast("cuda", dtype=dtype):
                found = getattr(functional, name)(x, -1)
            expected = getattr(functional, name)(wide, -1)
            assert found.dtype == torch.float32 and found.equal(expected)
            (found[:, 0].sum() * 2).backward()
            (expected[:, 0].sum() * 2).backward()
            assert x.grad.dtype == dtype and x.grad.equal(wide.grad.to(dtype))


@checks.append
def generators():
    generator = torch.Generator(device="cuda").manual_seed(3)
    assert generator.device.type == "cuda"
    state = generator.get_state()
    drawn = torch.randn(4, device="cuda", generator=generator)
    assert drawn.equal(torch.randn(4, generator=torch.Generator().manual_seed(3)).cuda())
    assert not drawn.equal(torch.randn(4, device="cuda", generator=generator))
    generator.set_state(state)
    assert drawn.equal(torch.empty(4, device="cuda").normal_(generator=generator))
    assert generator.initial_seed() == 3
    torch.randperm(5, device="cuda", generator=generator)
    other = generator.clone_state()
    assert torch.rand(2, device="cuda", generator=other).equal(
        torch.rand(2, device="cuda", generator=generator)
    )


@checks.append
def pinned_memory():
    x = torch.ones(3).pin_memory()
    assert x.is_pinned() and x[1:].is_pinned() and not torch.ones(3).is_pinned()
    assert torch.empty(3, pin_memory=True).is_pinned() and x.cuda(non_blocking=True).sum() == 3


@checks.append
def data_parallel():
    def run(device, x):
        model = nn.Linear(3, 2).to(device)
        return [(nn.DataParallel(model) if device == "cuda" else model)(x)]
    both(run, torch.randn(4, 3))


@checks.append
def recurrent():
    for kind in (nn.LSTM, nn.GRU):
        for bias in (True, False):
            def run(device, x):
                layer = kind(4, 5, 2, bias=bias, bidirectional=True).to(device).double()
                out = layer(x)[0]
                weights = [*layer.parameters()]
                grads = torch.autograd.grad((out**2).sum(), weights, retain_graph=True)
                return [out**2, *grads]
            both(run, torch.randn(3, 2, 4, dtype=torch.float64))
        cell = {nn.LSTM: nn.LSTMCell, nn.GRU: nn.GRUCell}[kind]
        both(lambda device, x: [cell(4, 5).to(device)(x)[0]], torch.randn(2, 4))


@checks.append
def losses():
    targets = torch.tensor([[1, 2]])
    both(lambda device, x: [functional.ctc_loss(x.log_softmax(-1), targets.to(device), (6,), (2,))],
         torch.randn(6, 1, 5))


@checks.append
def sparse_tensors_are_refused_by_name():
    try:
        torch.sparse_coo_tensor([[0], [1]], [1.0], (2, 2), device="cuda")
    except NotImplementedError as refused:
        assert "does not imitate sparse tensors on the device: aten::" in str(refused)
    else:
        raise AssertionError


for check in checks:
    try:
        check()
    except BaseException as error:
        print(check.__name__, type(error).__name__, error)
print(len(checks))
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx1100", "sm_80"])
def test_what_is_imitated(arch: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(torch_library(arch))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["8"], done.stdout
