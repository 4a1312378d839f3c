"""Detects the AMD GPU that a port will run on, and its compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from porter.toolchain.gpus import amd_gpus


@dataclass(frozen=True, slots=True)
class Device:
    """An AMD GPU and what builds for it.

    Attributes:
        name: its architecture, "gfx942".
        compiler: hipcc.
        version: HIP's version.
    """

    name: str
    compiler: Path
    version: str

    @property
    def compile_words(self) -> tuple[str, ...]:
        """What hipcc is told, before the source."""
        return ("-O3", "-std=c++17", f"--offload-arch={self.name}")


@cache
def device() -> Device | None:
    """Return the first AMD GPU when there is one and hipcc to build for it, else None."""
    gpus = amd_gpus()
    hipcc = shutil.which("hipcc") or shutil.which("hipcc", path="/opt/rocm/bin")
    if not gpus or hipcc is None:
        return None
    output = subprocess.run(
        [hipcc, "--version"], capture_output=True, text=True, check=False
    ).stdout
    found = re.search(r"HIP version: (\S+)", output)
    return Device(gpus[0], Path(hipcc), found.group(1) if found else "unknown")
