"""The sides of extension cases: which tree is built for what, and built once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.errors import PorterError
from porter.execute import amd, nvidia
from porter.execute.cpu import torch_extension
from porter.execute.cpu.torch_extension import versions
from porter.execute.nvidia import extension as on_gpu
from porter.own_build import torch_command
from porter.project.settings.settings import ProjectSettings
from porter.verify.extension import sides as module
from porter.verify.extension.sides import CUDA_CPU, CUDA_GPU, TORCH, Side, Sides
from porter.verify.place import Amd, Cpu, Nvidia

GPU = nvidia.Device("a GPU", "580", "90", "13.0", Path("nvcc"))
PORT_GPU = Side(Nvidia(), is_port=True)
PORT_CPU = Side(Cpu("gfx942"), is_port=True)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What was built: the folder's name, and for what."""
    found: list[tuple[str, str]] = []

    def for_gpu(folder: Path, gpu: nvidia.Device, *_: object) -> dict[str, Path]:
        found.append((folder.name, "GPU with HIP's headers" if gpu.headers else "GPU"))
        return {"kernels._C": Path("made/_C.so")}

    def for_cpu(folder: Path, arch: str, **more: object) -> list[SimpleNamespace]:
        found.append((folder.name, arch))
        return [SimpleNamespace(name="kernels._C", path="made/_C.so", torch_library="torch.so")]

    monkeypatch.setattr(on_gpu, "build_extensions", for_gpu)
    monkeypatch.setattr(torch_extension, "build_extensions", for_cpu)
    toolchain = SimpleNamespace(rocm_version="6.4", parsable_cuda_path=None)
    monkeypatch.setattr(versions, "find", lambda **_: toolchain)
    monkeypatch.setattr(nvidia, "device", lambda: GPU)
    monkeypatch.setattr(module, "interposer_for", lambda gpu: Path("libporter-trace.so"))
    return found


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sides]:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    for name in ("cuda", "hip"):
        (tmp_path / name).mkdir()
    yield Sides(ProjectSettings(tmp_path / "cuda", tmp_path / "hip", cases=Path("cases.py")))


def test_each_side_is_its_tree_built_for_its_place(
    sides: Sides, built: list[tuple[str, str]]
) -> None:
    setups = {
        side: sides.process(side).setup for side in (TORCH, CUDA_GPU, CUDA_CPU, PORT_GPU, PORT_CPU)
    }
    assert built == [
        ("cuda", "GPU"), ("cuda", "sm_80"), ("hip", "GPU with HIP's headers"), ("hip", "gfx942"),
    ]  # fmt: skip
    folders = {side: Path(setup.folder).name for side, setup in setups.items()}
    assert folders == {
        TORCH: "cuda", CUDA_GPU: "cuda", CUDA_CPU: "cuda", PORT_GPU: "hip", PORT_CPU: "hip",
    }  # fmt: skip
    assert [side for side, setup in setups.items() if setup.reference] == [TORCH]
    assert [side for side, setup in setups.items() if setup.library] == [CUDA_CPU, PORT_CPU]
    expected = {"PORTER_CPU_ARCH": "sm_80", "PORTER_TORCH_CUDA": "12.0"}
    assert setups[CUDA_CPU].environment == expected
    expected = {"PORTER_CPU_ARCH": "gfx942", "PORTER_TORCH_ROCM": "6.4"}
    assert setups[PORT_CPU].environment == expected
    assert setups[TORCH].device == "cpu" and setups[PORT_GPU].device == "cuda"


def test_a_package_that_compiles_when_it_is_called_is_not_built(
    sides: Sides, built: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def environment(folder: Path, arch: str, outer: object) -> dict[str, str]:
        return {"PORTER_TORCH_DEVICE": "torch.so", "PORTER_CPU_ARCH": arch}

    monkeypatch.setattr(torch_command, "environment", environment)
    setup = sides.project.port / "setup.py"
    setup.write_text('from setuptools import setup\nsetup(name="pack", packages=["pack"])\n')
    found = sides.process(PORT_CPU).setup
    assert built == []
    assert (found.library, found.device) == ("torch.so", "cuda")
    assert found.environment == {"PORTER_CPU_ARCH": "gfx942"}  # the process itself takes the device


def test_a_side_is_built_once_and_for_a_trace_on_a_gpu_once_more(
    sides: Sides, built: list[tuple[str, str]]
) -> None:
    assert sides.process(CUDA_CPU) is sides.process(CUDA_CPU)
    assert sides.process(CUDA_CPU, is_traced=True) is sides.process(CUDA_CPU)
    plain, traced = sides.process(CUDA_GPU), sides.process(CUDA_GPU, is_traced=True)
    assert plain is not traced and not plain.setup.environment
    assert "libporter-trace.so" in traced.setup.environment["LD_PRELOAD"]
    assert traced.setup.environment["PORTER_TRACE_OBJECTS"] == "_C.so"


def test_a_build_that_failed_is_not_tried_again(
    sides: Sides, built: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(folder: Path, arch: str, **more: object) -> None:
        built.append((folder.name, arch))
        raise PorterError("cannot build")

    monkeypatch.setattr(torch_extension, "build_extensions", fails)
    for _ in range(2):
        with pytest.raises(PorterError, match="cannot build") as caught:
            sides.process(PORT_CPU)
        assert len(caught.traceback) < 5
    assert built == [("hip", "gfx942")]


def test_nothing_is_built_for_amd_gpus_yet(
    sides: Sides, built: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(amd, "device", lambda: amd.Device("gfx942", Path("hipcc"), "6.4"))
    with pytest.raises(PorterError, match="not built for AMD GPUs"):
        sides.process(Side(Amd(), is_port=True))
    assert built == []
