"""The reference of a case: live on a GPU, recorded there, or the CUDA side on the cpu executor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from porter.errors import PorterError
from porter.execute import nvidia
from porter.verify.options import Ref
from porter.verify.recording.unusable import UnusableRecording

Result = TypeVar("Result", covariant=True)


@dataclass(frozen=True, slots=True)
class Reference(Generic[Result]):
    """What a port is compared with, and where that comes from.

    Attributes:
        result: what the reference gave.
        origin: where it comes from, as reports say it.
        note: why it does not come from a better source; empty when there is nothing to say.
        is_live: CUDA's side ran on this machine's GPU, now.
        device: the GPU that CUDA's side ran on, now or when it was recorded; empty elsewhere.
    """

    result: Result
    origin: str
    note: str = ""
    is_live: bool = False
    device: str = ""


class ReferenceSource(Protocol[Result]):
    """The possible sources of the results of CUDA's side of one case, the best one first."""

    def on_gpu(self) -> Reference[Result]:
        """Run it on an NVIDIA GPU.

        Raises:
            PorterError: there is no GPU, or it cannot be built or run.
        """

    def recorded(self) -> Reference[Result]:
        """Return the recording of such a run.

        Raises:
            UnusableRecording: there is none, or it is not one of this case as it is now.
        """

    def on_cpu(self) -> Reference[Result]:
        """Run it on the cpu executor.

        Raises:
            PorterError: it cannot be built or run.
        """


def resolve(source: ReferenceSource[Result], ref: Ref) -> Reference[Result]:
    """Return the reference that was asked for, or the best that there is.

    A recording that cannot be used is passed over and noted; what fails on a GPU that is there, or
    on the executor, is a failure.

    Args:
        source: CUDA's side of the case.
        ref: which one; `Ref.TORCH` is not CUDA's side.

    Raises:
        PorterError: there is none, or it fails.
    """
    if ref is Ref.TORCH:
        raise PorterError("the reference in PyTorch does not run CUDA's side", hint="--ref cuda")
    if ref is Ref.GPU or (ref is Ref.BEST and nvidia.device() is not None):
        return replace(source.on_gpu(), is_live=True)
    if ref is Ref.RECORDED:
        return source.recorded()
    if ref is Ref.CPU:
        return source.on_cpu()
    try:
        return source.recorded()
    except UnusableRecording as error:
        return replace(source.on_cpu(), note=error.reason)
