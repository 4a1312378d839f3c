"""The properties of a GPU architecture that the executor needs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import read_regular
from porter.source.text.lexer import mask
from porter.toolchain.architectures import clang_for

_AMD = re.compile(r"gfx(\d{1,2})([0-9a-f])([0-9a-f])")
#: NVIDIA's architectures that CUDA's side can follow; their properties are in `cuda_model.h`.
NVIDIA = ("sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90")
#: Architectures newer than the executor's clang -> the one that they are compiled as, whose
#: instructions they have but for some. Formats of float8 and limits are those of the new one.
_STAND_INS = {"gfx950": "gfx942"}
#: A header for each of these, with the instructions that its stand-in lacks.
NEW_INSTRUCTIONS = Path(__file__).parent / "native" / "include"
#: The one that CUDA's side follows when nobody says.
CUDA = "sm_80"
_OF_HIP = re.compile(rb"\b(?:hip[A-Z/]|hipcub|rocprim|__HIP)")
_QUOTED_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"[^"\n]*"', re.M)


def default_architecture(sources: Iterable[Path]) -> str:
    """Return what to follow when nobody says: sm_80 for CUDA, else gfx942.

    Args:
        sources: of one program. `.cu` files are CUDA unless a source names something of HIP's, as
            those of a port do.
    """
    files = list(sources)
    is_cuda = any(file.suffix == ".cu" for file in files)
    return CUDA if is_cuda and not any(_names_hip(read_regular(f)) for f in files) else "gfx942"


def _names_hip(content: bytes) -> bool:
    """Tell whether code names something of HIP's; comments and texts may name what they like."""
    code = mask(content)
    if _OF_HIP.search(code):
        return True
    includes = (content[m.start() : m.end()] for m in _QUOTED_INCLUDE.finditer(code))
    return any(map(_OF_HIP.search, includes))


@dataclass(frozen=True)
class Architecture:
    """A GPU architecture.

    Args:
        name: as clang's `--offload-arch` takes it, without target features.
    """

    name: str = "gfx942"

    def __post_init__(self) -> None:
        if not self.is_cuda and not _AMD.fullmatch(self.name):
            raise PorterError(
                f"{self.name!r} is not an architecture that the cpu executor can follow",
                hint=f"name one of AMD's, such as gfx942 (wave64) or gfx1100 (wave32), or one of "
                f"NVIDIA's: {', '.join(NVIDIA)}",
            )

    @property
    def is_cuda(self) -> bool:
        """Whether sources are compiled as CUDA, against CUDA's own headers."""
        return self.name in NVIDIA

    @property
    def number(self) -> str:
        """What follows "gfx"; AMD's device libraries are named by it."""
        return self.name.removeprefix("gfx")

    def stand_in(self, clang: int) -> str | None:
        """Return the architecture that a clang of this major version compiles for in its place."""
        return None if clang >= clang_for(self.name) else _STAND_INS.get(self.name)

    def compiler_flags(self, clang: int) -> list[str]:
        """Return what tells clang the architecture.

        Args:
            clang: its major version. One that does not know the architecture compiles for its
                stand-in, with the architecture's macro in the place of the stand-in's, and
                declarations of instructions that the new one alone has.
        """
        stand_in = self.stand_in(clang)
        if stand_in is None:
            return [f"--offload-arch={self.name}"]
        macros = [f"-U__{stand_in}__", f"-D__{self.name}__=1"]
        # of which rocPRIM before ROCm 7 knows the family (LLVM: gfx9-4-generic) alone
        macros += ["-D__gfx9_4_generic__=1"] if self.name == "gfx950" else []
        in_device_code = [word for macro in macros for word in ("-Xarch_device", macro)]
        declared = NEW_INSTRUCTIONS / f"porter_{self.name}.h"
        return [f"--offload-arch={stand_in}", *in_device_code, "-include", str(declared)]

    @property
    def lds_bytes(self) -> int:
        """Shared memory of a block: 160 KB on gfx950."""
        return 160 * 1024 if self.name == "gfx950" else 64 * 1024

    @property
    def wave_size(self) -> int:
        """Lanes of a wave: 64 on GCN and CDNA, 32 by default on RDNA (gfx10 and later) and CUDA."""
        return 64 if self.number.startswith("9") else 32
