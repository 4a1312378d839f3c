"""Detects the NVIDIA GPU that a program will run on, and its compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from porter.execute.nvidia.headers import write_headers
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.real_path import real_path
from porter.toolchain.gpus import nvidia_gpus


@dataclass(frozen=True, slots=True)
class Device:
    """An NVIDIA GPU and what builds for it.

    Attributes:
        name: as the driver calls it.
        driver: version of the driver.
        capability: compute capability without the point, as `90`.
        toolkit: release of nvcc, as `13.0`.
        nvcc: the compiler.
        headers: folders to search for headers first: HIP's by CUDA's, when a port is compiled.
        is_traced: programs are linked so that their calls of the runtime can be interposed.
    """

    name: str
    driver: str
    capability: str
    toolkit: str
    nvcc: Path
    headers: tuple[Path, ...] = ()
    is_traced: bool = False

    @property
    def arch(self) -> str:
        """Its architecture, as `sm_90`."""
        return f"sm_{self.capability}"

    @property
    def compiler(self) -> Path:
        """The compiler, as `gpu_build` asks for it."""
        return self.nvcc

    @property
    def version(self) -> str:
        """Its version."""
        return self.toolkit

    @property
    def compile_words(self) -> tuple[str, ...]:
        """What nvcc is told, before the source."""
        return ("-O3", "-std=c++17", f"-arch={self.arch}", *self.flags, *self.link_flags)

    @property
    def link_flags(self) -> tuple[str, ...]:
        """What nvcc is told for `is_traced`: the runtime as a shared library, found at run time."""
        if not self.is_traced:
            return ()
        folder = real_path(self.nvcc).parents[1] / "lib64"
        return ("-cudart", "shared", "-Xlinker", f"-rpath={folder}")

    @property
    def flags(self) -> tuple[str, ...]:
        """What a compiler is told for `headers`; empty without them."""
        includes = tuple(f"-I{folder}" for folder in self.headers)
        return (*includes, "-D__HIP_PLATFORM_NVIDIA__=1") if includes else ()

    def for_port(self, port: Path) -> Device:
        """Return the same GPU with what compiles `port` for it."""
        folder = porter_home() / "nvidia" / "headers" / digest_of(str(real_path(port)).encode())
        return replace(self, headers=(write_headers(port, folder),))


@cache
def device() -> Device | None:
    """Return the first NVIDIA GPU when there is one and nvcc to build for it, else None.

    Asked once: neither comes or goes while porter runs.
    """
    gpus, nvcc = nvidia_gpus(), _nvcc()
    if not gpus or nvcc is None:
        return None
    output = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False).stdout
    release = re.search(r"release ([\d.]+)", output)
    toolkit = release.group(1) if release else "unknown"
    return Device(gpus[0].name, gpus[0].driver, gpus[0].capability, toolkit, nvcc)


def _nvcc() -> Path | None:
    found = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    return Path(found) if found else None
