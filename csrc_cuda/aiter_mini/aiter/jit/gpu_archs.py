"""For which GPUs to compile: what GPU_ARCHS says, what is in the machine, or the default."""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from .settings import logger

#: Architectures that the kernels are written for, with a product that has each.
SUPPORTED = {
    "gfx90a": "MI250X",
    "gfx942": "MI300",
    "gfx950": "MI350",
    "gfx1100": "RX 7900",
    "gfx1201": "RX 9070",
}
#: Names of steppings that were never sold, and the architecture that they became.
FORMER = {"gfx940": "gfx942", "gfx941": "gfx942"}
DEFAULT = "gfx942"
_NODES = Path("/sys/class/kfd/kfd/topology/nodes")


class UnknownArchitecture(ValueError):
    """GPU_ARCHS names what the kernels are not written for."""


def gpu_archs() -> tuple[str, ...]:
    """The architectures to compile for, without features, each once.

    Raises:
        UnknownArchitecture: one is not supported, or GPU_ARCHS=native finds no GPU.
    """
    wanted = os.environ.get("GPU_ARCHS", "").strip()
    if wanted and wanted != "native":
        names = [name.partition(":")[0].strip() for name in re.split(r"[;,]", wanted)]
        return _checked([name for name in names if name], "GPU_ARCHS")
    found = detected()
    if found:
        return _checked(found, "this machine")
    if wanted == "native":
        raise UnknownArchitecture("GPU_ARCHS=native: no GPU was found; name one: " + _known())
    return (DEFAULT,)


def are_named() -> bool:
    """Whether GPU_ARCHS names processors, and does not leave them to what is found."""
    return os.environ.get("GPU_ARCHS", "").strip() not in ("", "native")


@cache
def detected() -> list[str]:
    """The architectures of the GPUs in this machine; empty without any. They stay what they are."""
    return _from_driver(_NODES) or _from_rocminfo()


def _from_driver(nodes: Path) -> list[str]:
    """Ask the kernel's driver: gfx_target_version 90402 stands for gfx942."""
    found = []
    for path in sorted(nodes.glob("*/properties")):
        try:
            match = re.search(r"^gfx_target_version (\d+)$", path.read_text(), re.MULTILINE)
        except OSError:
            continue
        if match and int(match[1]):
            number = int(match[1])
            major, minor, step = number // 10000, number // 100 % 100, number % 100
            found.append(f"gfx{major}{minor:x}{step:x}")
    return found


def _from_rocminfo() -> list[str]:
    tool = shutil.which("rocminfo")
    if tool is None:
        return []
    try:
        done = subprocess.run([tool], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return re.findall(r"^\s*Name:\s+(gfx[0-9a-f]+)\s*$", done.stdout, re.MULTILINE)


def _checked(names: list[str], origin: str) -> tuple[str, ...]:
    if not names:
        raise UnknownArchitecture(f"{origin} names no architecture; known: {_known()}")
    for name in names:
        if name in FORMER:
            logger.warning("%s: %s is built as %s; name that", origin, name, FORMER[name])
    names = [FORMER.get(name, name) for name in names]
    for name in names:
        if name not in SUPPORTED:
            raise UnknownArchitecture(f"{origin}: {name!r} is not supported; known: {_known()}")
    return tuple(dict.fromkeys(names))


def _known() -> str:
    return ", ".join(f"{arch} ({product})" for arch, product in SUPPORTED.items())
