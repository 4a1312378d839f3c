"""The two sides as the command line names them, and the best way to have the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from porter.errors import PorterError
from porter.execute import amd, nvidia

Result = TypeVar("Result")

#: Where CUDA's side can come from, in the order in which they are tried: live on an NVIDIA GPU, a
#: recording of such a run, CUDA sources on the cpu executor.
WAYS = ("gpu", "recorded", "cpu")
#: What stands for an NVIDIA GPU where the port's architecture is named.
NVIDIA = "nvidia"
#: Likewise for an AMD GPU.
AMD = "gpu"


@dataclass(frozen=True, slots=True)
class Chosen(Generic[Result]):
    """A reference and how it was come by.

    Attributes:
        value: the reference.
        note: why no better way was taken; empty when the first way was, or the user chose.
        is_live: CUDA's side ran on this machine's GPU, now.
    """

    value: Result
    note: str = ""
    is_live: bool = False


def choose(way: str, case: str, offers: Mapping[str, Callable[[], Result]]) -> Chosen[Result]:
    """Return the reference by `way`, or by the first way that works when it is empty.

    A recording that is missing or stale is passed over and noted; what fails on a GPU that is
    there, or on the executor, is a failure.

    Args:
        way: one of `WAYS` or empty.
        case: name of the case, which the note leaves out: the same one stands for many cases.
        offers: how to have the reference, by way.

    Raises:
        PorterError: it cannot be had.
    """
    if way:
        return Chosen(offers[way](), is_live=way == "gpu")
    if nvidia.device() is not None:
        return Chosen(offers["gpu"](), is_live=True)
    try:
        return Chosen(offers["recorded"]())
    except PorterError as error:
        note = error.message.replace(f" of {case}", "").replace(case, "it")
        return Chosen(offers["cpu"](), note)


def parse_reference(text: str) -> str:
    """Return the way that `--ref` asks for: "cuda:cpu" gives "cpu", "cuda" gives "".

    "torch" stays as it is.

    Raises:
        PorterError: there is no such reference.
    """
    if text == "torch":
        return text
    side, _, way = text.partition(":")
    if side != "cuda" or way not in ("", *WAYS):
        known = ", ".join(["torch", "cuda", *(f"cuda:{way}" for way in WAYS)])
        raise PorterError(f"{text!r} is no reference", hint=f"known: {known}")
    return way


def parse_port_side(text: str) -> tuple[str, ...]:
    """Return the architectures that `--on` asks for: "hip:cpu:gfx942,gfx1100"; empty for all.

    A GPU counts as an architecture: "hip:nvidia" is `NVIDIA`, "hip:gpu" is `AMD`. "hip" is an AMD
    GPU when there is one with hipcc, and the cpu executor otherwise.

    Raises:
        PorterError: the port cannot be run there.
    """
    side, _, rest = text.partition(":")
    place, _, archs = rest.partition(":")
    if text == "hip":
        return (AMD,) if amd.device() is not None else ()
    if text in ("hip:nvidia", "hip:gpu"):
        return (NVIDIA if place == NVIDIA else AMD,)
    if side != "hip" or place != "cpu":
        raise PorterError(
            f"the port cannot be run on {text!r}",
            hint="known: hip, hip:gpu, hip:cpu, hip:cpu:gfx942,gfx1100, hip:nvidia",
        )
    return tuple(arch for arch in archs.split(",") if arch)


def gpu_for(arch: str, port: Path) -> nvidia.Device | amd.Device | None:
    """Return the GPU that runs a port; None for the cpu executor.

    Args:
        arch: an architecture, `NVIDIA` or `AMD`.
        port: the port's folder, which NVIDIA's compiler needs headers for.

    Raises:
        PorterError: there is no such GPU.
    """
    if arch == NVIDIA:
        return nvidia.required().for_port(port)
    return amd.required() if arch == AMD else None
