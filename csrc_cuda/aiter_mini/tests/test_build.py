"""Modules are built on first use, once, and again when they have to be."""

import signal
import time

NORM = """
import torch, aiter
x = torch.linspace(-2, 3, 5 * 333).reshape(5, 333)
w = torch.linspace(0.5, 1.5, 333)
expected = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * w
torch.testing.assert_close(aiter.rms_norm(x, w, 1e-6), expected)
"""
#: Sources are read once in a process.
AGAIN = """
from aiter.jit import core
core.digest = None
aiter.rms_norm(x, w)
"""
REST = """
import torch, aiter, aiter.torch_ops
x = torch.linspace(-4, 4, 600).reshape(2, 3, 100)
gate, up = x.chunk(2, -1)
expected = torch.nn.functional.silu(gate) * up
torch.testing.assert_close(torch.ops.aiter.silu_and_mul(x), expected)
assert aiter.silu_and_mul(x[:0]).shape == (0, 3, 50)
assert int(aiter.ActivationType.No) == -1 and int(aiter.QuantType.per_1x32) == 3
for bad in (x.double(), x[..., :99]):
    try:
        aiter.silu_and_mul(bad)
    except (TypeError, ValueError) as error:
        print(error)
try:
    aiter.silu_and_mul(x.transpose(0, 1))
except TypeError as error:
    print(error)
"""


def modules(home, name):
    return sorted((home / ".aiter" / "jit" / "gfx942").glob(f"{name}-*.so"))


def test_processes_that_start_at_once_build_once_and_a_later_one_not_at_all(start, run, home):
    both = [start(NORM, AITER_LOG_MORE="1") for _ in range(2)]
    told = [process.communicate(timeout=600) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    messages = "".join(err for _, err in told)
    assert messages.count("building module_norm for gfx942") == 1
    assert len(modules(home, "module_norm")) == 1
    _, err = run(NORM, AITER_LOG_MORE="1")
    assert "building" not in err


def test_rebuild_builds_anew_and_the_log_says_more(run, home):
    run(NORM + AGAIN)
    before = modules(home, "module_norm")[0].stat().st_mtime_ns
    _, err = run(NORM + AGAIN, AITER_REBUILD="1", AITER_LOG_MORE="2")
    assert modules(home, "module_norm")[0].stat().st_mtime_ns > before
    assert err.count("building module_norm") == 1
    assert "--offload-arch=gfx942" in err and "-DAITER_NORM_BLOCK=256" in err
    assert "aiter_rms_norm(torch.float32[5, 333], " in err


def test_a_build_that_is_killed_leaves_nothing_in_the_way(start, run, home, tmp_path):
    slow = tmp_path / "porter-slow-hipcc"
    slow.write_text("#!/bin/sh\nsleep 600\n")
    slow.chmod(0o755)
    folder = home / ".aiter" / "jit" / "gfx942"
    code = "import aiter\nfrom aiter.jit.core import get_module\nget_module('module_activation')\n"
    victim = start(code, HIPCC=str(slow))
    limit = time.monotonic() + 120
    while not list(folder.glob("build-module_activation-*")):
        assert time.monotonic() < limit and victim.poll() is None
        time.sleep(0.1)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    assert list(folder.glob("build-module_activation-*"))
    out, _ = run(REST)
    assert "takes float32" in out and "are not gate and up" in out and "not contiguous" in out
    assert not list(folder.glob("build-*"))


def test_packed_fp4_can_be_left_out(run):
    code = "import aiter\nprint([one.name for one in aiter.QuantType])\n"
    out, _ = run(code, AITER_FP4x2="0")
    assert out == "['No', 'per_Tensor', 'per_Token']\n"


def test_custom_flags_make_a_module_of_their_own(run, home):
    code = NORM + (
        "from aiter import compile_ops\n"
        "flags = {'flags_extra_hip': ['-UAITER_NORM_BLOCK', '-DAITER_NORM_BLOCK=128']}\n"
        "@compile_ops('module_norm', fc_name='aiter_rms_norm', custom_build_args=flags)\n"
        "def norm(out: torch.Tensor, input: torch.Tensor, weight: torch.Tensor,\n"
        "         epsilon: float, rows: int, columns: int) -> None: ...\n"
        "out = torch.empty_like(x)\nnorm(out, x, w, 1e-6, 5, columns=333)\n"
        "torch.testing.assert_close(out, expected)\n"
    )
    run(code)
    assert len(modules(home, "module_norm")) == 2


def test_what_does_not_build_says_so_and_leaves_nothing(run, home):
    code = (
        "import aiter\nfrom aiter.jit.core import get_module\n"
        "for name, flags in (('module_norm', {'flags_extra_hip': ['-DAITER_NORM_BLOCK=none']}),\n"
        "                    ('module_none', None), ('module_norm', {'flags': []})):\n"
        "    try:\n        get_module(name, flags)\n"
        "    except aiter.AiterBuildError as error:\n        print(error)\n"
    )
    out, _ = run(code)
    assert "rms_norm.hip" in out and "has no module module_none" in out and "flags" in out
    assert not list((home / ".aiter").rglob("build-*"))


def test_a_compiler_that_is_not_there_is_told(run):
    code = (
        "import aiter, torch\n"
        "try:\n    aiter.rms_norm(torch.ones(1, 4), torch.ones(4))\n"
        "except aiter.AiterBuildError as error:\n    print(error)\n"
    )
    out, _ = run(code, HIPCC="/nowhere/hipcc")
    assert out == "HIPCC=/nowhere/hipcc: no such program\n"
