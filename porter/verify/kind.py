"""The protocol of a kind of cases, which each kind's module `kind` implements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from porter.project.settings.settings import ProjectSettings
from porter.verify.check import AnyCheck
from porter.verify.options import Ref
from porter.verify.place import Place
from porter.verify.tracing import CudaSide


class Recorder(NamedTuple):
    """What records CUDA's side of one case on a GPU.

    Attributes:
        name: of the case.
        record: runs it, keeps what it gives, and returns the files.
    """

    name: str
    record: Callable[[], Sequence[Path]]


class Kind(Protocol):
    """A kind of cases; functions that run or read cases raise a PorterError where they cannot."""

    @property
    def HAS_TORCH_REFERENCE(self) -> bool:
        """Whether its cases can be compared with PyTorch's own functions."""

    def checks(
        self, project: ProjectSettings, places: Sequence[Place], ref: Ref
    ) -> Iterator[AnyCheck]:
        """Yield each case of a project, at each of its parameters, at each place.

        What is built to find cases is CUDA's side as the reference will have it.
        """

    def recorders(self, project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
        """Yield what records each case."""

    def traced(self, project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
        """Yield CUDA's side of each case that can be traced; nothing is run yet."""
