"""The ROCm that a port's own build system uses: an installed one, or the cpu executor."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError


class Against(StrEnum):
    """What a port is built against."""

    ROCM = "rocm"
    CPU = "cpu"


#: By which CMake 4 takes other people's scripts that ask for a CMake before 3.5.
LIKE_CMAKE_3 = {"CMAKE_POLICY_VERSION_MINIMUM": "3.5"}


class Rocm(NamedTuple):
    """A folder with ROCm's compilers, headers and libraries.

    Attributes:
        root: the folder.
        clang: the compiler that CMake's language HIP takes.
        against: whether it is ROCm, or the cpu executor in its place.
        arch: architectures, comma-separated; the executor follows the first.
    """

    root: Path
    clang: Path
    against: Against
    arch: str

    def environment(self, outer: Mapping[str, str]) -> dict[str, str]:
        """Return the variables of the child, of which those named here are not its parent's."""
        first = self.arch.partition(",")[0]
        follows = {"PORTER_CPU_ARCH": first} if self.against is Against.CPU else {}
        path = os.pathsep.join(filter(None, (str(self.root / "bin"), outer.get("PATH", ""))))
        return {
            **LIKE_CMAKE_3,
            **outer,
            **follows,
            "PATH": path,
            "ROCM_PATH": str(self.root),
            "HIP_PATH": str(self.root),
            "HIP_PLATFORM": "amd",
            "PYTORCH_ROCM_ARCH": self.arch.replace(",", ";"),
            "HIPCC": str(self.root / "bin" / "hipcc"),
            "HIPCXX": str(self.clang),
            "CMAKE_PREFIX_PATH": os.pathsep.join(
                filter(None, (str(self.root), outer.get("CMAKE_PREFIX_PATH", "")))
            ),
        }


def rocm(against: Against | None, arch: str) -> Rocm:
    """Return what a port is built against.

    Args:
        against: the user's choice; without one an installed ROCm, else the cpu executor.
        arch: architectures, comma-separated; the executor must know the first.

    Raises:
        PorterError: there is no ROCm, or no toolchain for the executor.
    """
    from porter.toolchain.rocm import rocm_roots

    for root in rocm_roots() if against is not Against.CPU else ():
        if (root / "bin" / "hipcc").is_file():
            inner = root / "llvm" / "bin" / "clang++"
            clang = inner if inner.is_file() else root / "bin" / "amdclang++"
            return Rocm(root, clang, Against.ROCM, arch)
    if against is Against.ROCM:
        raise PorterError(
            "no ROCm with a hipcc is installed", hint="set ROCM_PATH, or build with --on cpu"
        )
    from porter.execute.cpu.compilation import Compiler
    from porter.execute.cpu.rocm_prefix import rocm_prefix

    root = rocm_prefix(Compiler.default(arch.partition(",")[0]))
    return Rocm(root, root / "llvm" / "bin" / "clang++", Against.CPU, arch)
