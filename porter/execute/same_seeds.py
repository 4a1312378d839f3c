"""Gives a program the same seeds in each run: the calendar's clock and `std::random_device`."""

from __future__ import annotations

from pathlib import Path

from porter.execute import amd, nvidia
from porter.execute.preloading import compiled
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.toolchain.discovery import find

_SOURCE = Path(__file__).with_suffix(".cpp")
_FLAGS = ("-std=c++17", "-O1", "-shared")


def same_seeds(device: nvidia.Device | amd.Device | None) -> Path:
    """Return the library, compiled by what compiles the host's part of a program.

    Args:
        device: the GPU that the program is built for; None for the cpu executor.

    Raises:
        PorterError: there is no compiler, or it does not compile.
    """
    match device:
        case nvidia.Device():
            words = [str(device.nvcc), "-cudart", "none", "-Xcompiler", "-fPIC"]
        case amd.Device():
            words = [str(device.compiler), "-fPIC"]
        case None:
            found = find(for_executor=True)
            words = [str(found.clang), *found.host_flags(), "-fuse-ld=lld", "-fPIC"]
    command = [*words, *_FLAGS, "-x", "c++", str(_SOURCE), "-ldl"]
    key = digest_of("\0".join(command).encode() + _SOURCE.read_bytes())
    library = porter_home() / "same-seeds" / key / "libporter-seeds.so"
    return compiled(command, library, "gives seeds")
