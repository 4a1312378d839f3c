"""What PyTorch says it is built for where the executor is its GPU."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from porter.execute.cpu.torch_extension.versions import tell, versions


@pytest.mark.toolchain
@pytest.mark.parametrize(("arch", "said"), [("sm_80", "cuda"), ("gfx1100", "hip")])
def test_a_pytorch_for_cuda_says_what_the_side_is_built_for(arch: str, said: str) -> None:
    torch = SimpleNamespace(version=SimpleNamespace(hip=None, cuda="13.0"))
    tell(torch, versions(arch))
    number = re.compile(r"\d+\.\d+")
    assert number.match(getattr(torch.version, said))
    assert getattr(torch.version, "hip" if said == "cuda" else "cuda") is None


def test_without_variables_it_says_what_it_said() -> None:
    torch = SimpleNamespace(version=SimpleNamespace(hip=None, cuda="13.0"))
    tell(torch, {})
    assert torch.version.cuda == "13.0"
