"""The places where a side can run: an NVIDIA GPU, an AMD GPU, the cpu executor, PyTorch alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from porter.errors import PorterError
from porter.execute import amd, nvidia
from porter.execute.cpu.architecture import CUDA, Architecture
from porter.project.settings.settings import ProjectSettings

_Gpu = TypeVar("_Gpu", nvidia.Device, amd.Device)
_NVIDIA, _AMD = "NVIDIA GPU with nvcc", "AMD GPU with hipcc"


@dataclass(frozen=True, slots=True)
class Nvidia:
    """The first NVIDIA GPU of this machine."""

    def __str__(self) -> str:
        return "nvidia"


@dataclass(frozen=True, slots=True)
class Amd:
    """The first AMD GPU of this machine."""

    def __str__(self) -> str:
        return "gpu"


@dataclass(frozen=True, slots=True)
class Cpu:
    """The cpu executor, which follows an architecture: one of AMD's, or `CUDA`."""

    arch: str

    def __str__(self) -> str:
        return self.arch


@dataclass(frozen=True, slots=True)
class Torch:
    """PyTorch on the CPU, without porter's executor: for references only."""

    def __str__(self) -> str:
        return "torch"


#: Where a port can run.
Place = Nvidia | Amd | Cpu
#: A place that was found on this machine, with what compiles for it.
Device = nvidia.Device | amd.Device | Cpu

#: Where CUDA's side runs without a GPU.
CUDA_ON_CPU = Cpu(CUDA)


def parse_places(text: str) -> tuple[Place, ...]:
    """Return the places that `--on` asks for: "hip:cpu:gfx942,gfx1100"; empty for the project's.

    The place may be said again with each architecture.

    "hip" is an AMD GPU when there is one with hipcc, and the cpu executor otherwise.

    Raises:
        PorterError: the port cannot be run there.
    """
    side, _, rest = text.partition(":")
    place, _, archs = rest.partition(":")
    if text == "hip":
        return (Amd(),) if amd.device() is not None else ()
    if text == "hip:nvidia":
        return (Nvidia(),)
    if text == "hip:gpu":
        return (Amd(),)
    if side != "hip" or place != "cpu":
        raise PorterError(
            f"the port cannot be run on {text!r}",
            hint="known: hip, hip:gpu, hip:cpu, hip:cpu:gfx942,gfx1100, hip:nvidia",
        )
    names = (one.removeprefix("hip:cpu:") for one in archs.split(",") if one)
    return tuple(Cpu(Architecture(name).name) for name in names)


def places_of(
    project: ProjectSettings, own: Sequence[str], wanted: Sequence[Place]
) -> tuple[Place, ...]:
    """Return where to run the port of a case.

    Args:
        project: the project of the case.
        own: the architectures that the case is limited to; empty for no limit.
        wanted: what the user asked for; empty for the project's.
    """
    if any(not isinstance(place, Cpu) for place in wanted):  # limits are about architectures
        return tuple(wanted)
    limit = [Cpu(arch) for arch in own]
    if wanted:
        return tuple(place for place in wanted if not limit or place in limit)
    return tuple(limit) or tuple(Cpu(arch) for arch in project.arch)


def device_for_port(place: Place, port: Path) -> Device:
    """Return what runs a port.

    Args:
        place: where.
        port: the port's folder, which NVIDIA's compiler needs headers for.

    Raises:
        PorterError: there is no such GPU.
    """
    hint = "take hip:cpu"
    match place:
        case Nvidia():
            return _present(nvidia.device(), _NVIDIA, hint).for_port(port)
        case Amd():
            return _present(amd.device(), _AMD, hint)
        case Cpu():
            return place


def device_for_cuda() -> nvidia.Device:
    """Return the GPU that runs CUDA's side.

    Raises:
        PorterError: there is none.
    """
    return _present(nvidia.device(), _NVIDIA, "compare with --ref cuda:recorded")


def gpu_name(place: Place) -> str:
    """Return what the GPU at a place is called; an AMD GPU by its architecture.

    Raises:
        PorterError: there is none.
    """
    if isinstance(place, Amd):
        return f"AMD {_present(amd.device(), _AMD, 'take hip:cpu').name}"
    return device_for_cuda().name


def gpu_to_record_on() -> nvidia.Device:
    """Return the GPU whose results are recorded.

    Raises:
        PorterError: there is none.
    """
    hint = "run it on a machine with one; `porter verify` needs neither GPU nor recordings"
    return _present(nvidia.device(), _NVIDIA, hint)


def _present(gpu: _Gpu | None, what: str, hint: str) -> _Gpu:
    if gpu is None:
        raise PorterError(f"no {what} on this machine", hint=hint)
    return gpu
