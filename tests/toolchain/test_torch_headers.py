"""ROCm's PyTorch headers out of a CPU build's."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.errors import PorterError
from porter.toolchain import torch_headers
from porter.toolchain.discovery import find
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.model import Emit
from porter.toolchain.torch_headers import torch_headers as headers

EXTENSION = """\
#include <ATen/hip/HIPContext.h>
#include <c10/hip/HIPGuard.h>
#include <torch/extension.h>

template <typename T>
__global__ void scale(const T* x, T* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = static_cast<T>(static_cast<float>(x[i]) * a);
}

torch::Tensor scale_forward(torch::Tensor x, double a) {
  const c10::cuda::CUDAGuard guard(x.device());
  auto y = torch::empty_like(x);
  const int n = x.numel();
  hipStream_t stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND(at::kHalf, x.scalar_type(), "scale", [&] {
    scale<scalar_t><<<(n + 255) / 256, 256, 0, stream>>>(
        x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), a, n);
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale", &scale_forward); }
"""


def fake_torch(root: Path, *, hip: str | None) -> Path:
    (root / "include" / "c10" / "cuda").mkdir(parents=True)
    (root / "utils").mkdir()
    (root / "utils" / "cpp_extension.py").write_text("flags = ['-O2', '-std=c++23']\n")
    (root / "version.py").write_text(f"__version__ = '9.9'\nhip = {hip!r}\n")
    (root / "__init__.py").touch()
    return root


def use_torch(monkeypatch: pytest.MonkeyPatch, root: Path | None) -> None:
    spec = SimpleNamespace(origin=str(root / "__init__.py")) if root else None
    monkeypatch.setattr(torch_headers.importlib.util, "find_spec", lambda name: spec)
    monkeypatch.setattr(torch_headers, "python_headers", lambda prefix: [Path("python")])


def test_no_torch_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    use_torch(monkeypatch, None)
    with pytest.raises(PorterError, match="torch is not installed"):
        headers()


def test_a_rocm_build_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = fake_torch(tmp_path / "torch", hip="6.4")
    use_torch(monkeypatch, root)
    found = headers(Prefix(tmp_path / "home"))
    assert not found.derived
    assert found.include_dirs[0] == root / "include"
    assert (found.version, found.std) == ("9.9", "c++23")
    assert not (tmp_path / "home").exists()


@pytest.mark.slow
def test_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch.utils.hipify")
    root = fake_torch(tmp_path / "torch", hip=None)
    include = root / "include"
    (include / "c10/cuda/CUDAThing.h").write_text(
        "#include <cuda_runtime_api.h>\ncudaError_t f();\n"
    )
    mixed = include / "torch/csrc/Mixed.h"
    mixed.parent.mkdir(parents=True)
    mixed.write_text("#include <c10/cuda/CUDAStream.h>\n")
    (include / "torch/csrc/Plain.h").write_text("#include <string>\n")
    use_torch(monkeypatch, root)
    found = headers(Prefix(tmp_path / "home"))
    assert found.derived
    overlay = found.include_dirs[0]
    made = (overlay / "c10/hip/HIPThing.h").read_text()
    assert "hip/hip_runtime_api.h" in made
    assert "hipError_t f();" in made
    assert "<c10/hip/HIPStream.h>" in (overlay / "torch/csrc/Mixed.h").read_text()
    assert not (overlay / "torch/csrc/Plain.h").exists()
    assert (include / "c10/cuda/CUDAThing.h").read_text().startswith("#include <cuda_runtime")

    monkeypatch.setattr(torch_headers, "_convert", lambda root: pytest.fail("made again"))
    assert headers(Prefix(tmp_path / "home")).include_dirs[0] == overlay


def test_a_failure_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_torch(monkeypatch, fake_torch(tmp_path / "torch", hip=None))
    monkeypatch.setattr(torch_headers, "_CONVERT", "raise SystemExit('broken')")
    with pytest.raises(PorterError, match="could not convert torch's headers: broken"):
        headers(Prefix(tmp_path / "home"))
    assert [p.name for p in (tmp_path / "home" / "torch-headers").iterdir()] == ["lock"]


@pytest.mark.toolchain
@pytest.mark.slow
def test_an_extension_compiles_for_both_wave_sizes(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    source = tmp_path / "ext.hip"
    source.write_text(EXTENSION)
    found = headers(Prefix(porter_home()))
    command = find().hip_command(
        source, ["gfx942", "gfx1100"], emit=Emit.SYNTAX, std=found.std,
        defines=[*found.defines, "TORCH_EXTENSION_NAME=ext"], includes=found.include_dirs,
        flags=["-w"],
    )  # fmt: skip
    subprocess.run(command, check=True)


def test_cuda_headers_need_no_conversion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(torch_headers, "python_headers", lambda prefix: [Path("python")])
    found = torch_headers.cuda_torch_headers(Prefix(tmp_path / "home"))
    assert not any("ROCM" in define or "HIP" in define for define in found.defines)
    made = found.include_dirs[0]
    assert (made / "c10/cuda/impl/cuda_cmake_macros.h").is_file()
    assert "AT_ROCM_ENABLED() 0" in (made / "ATen/cuda/CUDAConfig.h").read_text()
