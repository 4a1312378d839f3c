"""Files added to a port beside the converted ones, and files of upstream that are left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """How a port is built."""

    #: A Python package with an extension for PyTorch on ROCm.
    TORCH = "torch"
    #: CMake with its HIP language.
    CMAKE = "cmake"
    #: A Makefile that calls hipcc.
    PLAIN = "plain"


class EmittedFile(NamedTuple):
    """A file of the port that is not a conversion of one of upstream's.

    Args:
        data: its bytes.
        is_executable: whether it is a program.
    """

    data: bytes
    is_executable: bool = False

    @property
    def mode(self) -> int:
        """Permission bits."""
        return 0o755 if self.is_executable else 0o644


@dataclass(slots=True)
class Emission:
    """What is added to a port and taken away from it.

    Attributes:
        files: path in the port -> file.
        left_out: path in upstream -> why it has no place in the port.
        notes: what a person should know.
        resolved_findings: (path, rule) of findings that the added files resolve.
        kind: the kind of project that was asked for; None for upstream's own build.
    """

    files: dict[str, EmittedFile] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    resolved_findings: frozenset[tuple[str, str]] = frozenset()
    kind: Kind | None = None

    def skips(self, path: str, target: str) -> bool:
        """Tell whether a file of upstream's is not taken over as it is.

        Args:
            path: the file in upstream.
            target: the file in the port.
        """
        return path in self.left_out or target in self.files
