"""The kinds of project, and what one consists of beside the converted sources."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

#: What make reads when it is told nothing: the first of these that is there.
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")


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
    """What a kind of project adds to a port and takes away from it.

    Attributes:
        kind: the kind.
        files: path in the port -> file.
        left_out: path in upstream -> why it has no place in the port.
        notes: what a person should know.
    """

    kind: Kind
    files: dict[str, EmittedFile] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def skips(self, path: str) -> bool:
        """Tell whether the file of upstream's at `path` is not taken over as it is."""
        return path in self.left_out or path in self.files
