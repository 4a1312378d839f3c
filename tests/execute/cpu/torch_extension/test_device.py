"""Tensors on the executor's device: PyTorch takes them for a GPU's, and computes what it should."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.torch_extension import build_extensions
from porter.execute.cpu.torch_extension.device import provide

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")

ROW_SUMS = Path(__file__).parent / "row_sums"

#: Expressions of `x`, a matrix of (4, 6); each is evaluated on both devices.
EXPRESSIONS = (
    "x @ x.t()",
    "x[1:, ::2].contiguous()",
    "x.half().float().sum(0)",
    "torch.cat([x, 2 * x], 1).softmax(-1)",
    "x[torch.tensor([2, 0], device=x.device)]",
    "x.new_zeros(3).fill_(2)",
    "torch.topk(x, 2).values",
    "torch.nn.functional.conv1d(x[None], x[:, None, :3], groups=4)",
    "torch.nn.functional.layer_norm(x, (6,))",
    "torch.add(x, x, out=torch.empty(0, device=x.device))",
    "torch.stack(x.unbind(0)[::-1])",
    "x.clone().t().mul_(3).t()",
    "torch.empty_like(x).copy_(x).resize_(2, 3)",
    "x.masked_fill(x > 0, 0)",
    "torch.autograd.grad((x.requires_grad_() ** 3).t()[1].sum(), x)[0]",
)

PROGRAM = """
import ctypes, json, sys
from pathlib import Path
from porter.execute.cpu.torch_extension.device import provide
error = provide(Path(sys.argv[1]))
import torch
facts, differ = {}, []
host = torch.randn(4, 6, generator=torch.Generator().manual_seed(1))
for text in json.loads(sys.argv[2]):
    places = [{"torch": torch, "x": host.clone().to(place)} for place in ("cpu", "cuda")]
    on_host, on_device = (eval(text, names) for names in places)
    # Some operators are made of others on a GPU: not the same sums, and so not the same last bit.
    if not on_device.is_cuda or not torch.allclose(on_device.cpu(), on_host, atol=1e-6):
        differ.append(text)
x = torch.empty(3, 5, device="cuda")
view = x.t()[1]
view.fill_(7)
with torch.cuda.device(0):
    torch.cuda.synchronize()
facts["differ"] = differ
facts["device"] = str(x.device)
facts["shared"] = x[:, 1].tolist()
facts["poisoned"] = bool(x[:, 0].isnan().all())
around = [x.data_ptr() - (64 << 10), x.data_ptr() + x.numel() * 4]
facts["around"] = [ctypes.string_at(one, 64 << 10) == b"\\xfb\\xff" * (32 << 10) for one in around]
facts["error"] = error()
total = torch.cuda.mem_get_info()[1]
try:
    torch.empty(total + 1, dtype=torch.uint8, device="cuda")
except torch.OutOfMemoryError as refused:
    facts["refused"] = str(refused).partition(":")[0]
print(json.dumps(facts))
"""


@pytest.mark.slow
@pytest.mark.toolchain
def test_operators() -> None:
    (extension,) = build_extensions(ROW_SUMS, "gfx942")
    assert extension.name == "row_sums._C"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(extension.torch_library), json.dumps(EXPRESSIONS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "differ": [], "device": "cuda:0", "shared": [7, 7, 7], "poisoned": True, "error": "",
        "around": [True, True], "refused": "out of memory of the cpu executor's device",
    }  # fmt: skip


def test_the_device_comes_too_late() -> None:
    import torch  # noqa: F401

    with pytest.raises(PorterError, match="imported before"):
        provide(Path("libporter-torch.so"))


@pytest.mark.toolchain
def test_nothing_to_build(tmp_path: Path) -> None:
    (tmp_path / "one.hip").write_text("__global__ void one() {}\n")
    with pytest.raises(PorterError, match="here names a PyTorch extension"):
        build_extensions(tmp_path, "gfx942")
