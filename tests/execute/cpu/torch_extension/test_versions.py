"""What PyTorch says it is built for where the executor is its GPU."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.execute.cpu.dialects import cuda_path
from porter.execute.cpu.torch_extension.versions import tell, versions
from porter.toolchain.cuda import cuda_version
from porter.toolchain.discovery import find


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


@pytest.mark.toolchain
def test_cudas_version_is_that_of_the_headers_that_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "include"  # a toolkit that nvcc alone can compile with
    newer.mkdir()
    (newer / "cuda_runtime_api.h").write_text("#define CUDART_VERSION 13000\n")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path))
    toolchain = find(for_executor=True)
    assert toolchain.cuda_path == tmp_path
    assert versions("sm_80") == {"PORTER_TORCH_CUDA": cuda_version(cuda_path(toolchain))}
