"""Lists the machine's GPUs without any vendor library."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

_KFD = Path("/sys/class/kfd/kfd/topology/nodes")


def amd_gpus(nodes: Path = _KFD) -> list[str]:
    """Return the architecture of each AMD GPU, such as "gfx942".

    Source: the kernel's `gfx_target_version`, decimal major * 10000 + minor * 100 + stepping;
    0 is a CPU. Names write the stepping in hexadecimal (gfx90a).
    """
    found = []
    for path in sorted(nodes.glob("*/properties")):
        try:
            text = path.read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        match = re.search(r"^gfx_target_version (\d+)$", text, re.MULTILINE)
        if match and (number := int(match[1])):
            found.append(f"gfx{number // 10000}{number // 100 % 100:x}{number % 100:x}")
    return found


def nvidia_gpus() -> list[str]:
    """Return each NVIDIA GPU's name and compute capability, such as "NVIDIA H200 (sm_90)"."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    query = [program, "--query-gpu=name,compute_cap", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    if done.returncode != 0:
        return []
    found = []
    for line in done.stdout.splitlines():
        name, _, capability = (part.strip() for part in line.partition(","))
        found.append(f"{name} (sm_{capability.replace('.', '')})")
    return found
