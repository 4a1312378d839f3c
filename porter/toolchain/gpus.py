"""Lists the machine's GPUs without any vendor library."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from porter.files.regular import read_regular_text

_KFD = Path("/sys/class/kfd/kfd/topology/nodes")


def amd_gpus(nodes: Path = _KFD) -> list[str]:
    """Return the architecture of each AMD GPU, such as "gfx942".

    Source: the kernel's `gfx_target_version`, decimal major * 10000 + minor * 100 + stepping;
    0 is a CPU. Names write the stepping in hexadecimal (gfx90a).
    """
    found = []
    for path in sorted(nodes.glob("*/properties")):
        try:
            text = read_regular_text(path, errors="replace")
        except OSError:
            continue
        match = re.search(r"^gfx_target_version (\d+)$", text, re.MULTILINE)
        if match and (number := int(match[1])):
            found.append(f"gfx{number // 10000}{number // 100 % 100:x}{number % 100:x}")
    return found


@dataclass(frozen=True, slots=True)
class NvidiaGpu:
    """An NVIDIA GPU as its driver describes it.

    Attributes:
        name: such as "NVIDIA H200".
        driver: version of the driver.
        capability: compute capability without the point, "90".
    """

    name: str
    driver: str
    capability: str

    def __str__(self) -> str:
        return f"{self.name} (sm_{self.capability})"


def nvidia_gpus() -> list[NvidiaGpu]:
    """Return the NVIDIA GPUs that `nvidia-smi` lists; none without it."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    query = [program, "--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    if done.returncode != 0:
        return []
    found = []
    for line in done.stdout.splitlines():
        parts = [part.strip() for part in line.rsplit(",", 2)]
        if len(parts) == 3:
            found.append(NvidiaGpu(parts[0], parts[1], parts[2].replace(".", "")))
    return found
