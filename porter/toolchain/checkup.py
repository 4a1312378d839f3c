"""A check-up of this machine: what porter can do here, and what would let it do the rest."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import NamedTuple

from porter.toolchain.home import Prefix
from porter.toolchain.machine import why_not_compiled, why_not_executed
from porter.toolchain.status import Part, take_stock

#: Bytes that a toolchain with its builds takes.
_ROOM = 2_000_000_000
#: Parts of `porter toolchain status` that each ability needs, all of them, and what says that a
#: machine of this kind has it not, whatever is installed.
_ABILITIES: tuple[tuple[str, tuple[str, ...], Callable[[], str]], ...] = (
    (
        "build: compile ports",
        ("clang (amdgcn)", "lld", "ROCm headers", "ROCm device libraries"),
        why_not_compiled,
    ),
    (
        "verify: run ports on the host",
        ("clang (amdgcn)", "LLVM headers", "ROCm headers"),
        why_not_executed,
    ),
    ("rules derive: read CUDA's headers", ("CUDA headers",), why_not_compiled),
    ("record: run CUDA's side", ("nvcc", "GPU (NVIDIA)"), why_not_compiled),
    ("run on an AMD GPU", ("hipcc", "GPU (AMD)"), why_not_compiled),
)
#: Package -> (extra that brings it, what it is for).
_EXTRAS = {
    "torch": ("torch", "extensions of PyTorch, and their cases"),
    "pygls": ("lsp", "porter lsp, for editors"),
    "yaml": ("yaml", "build files in YAML"),
    "re2": ("regex", "patterns of rule packs that a stranger wrote"),
}
#: Without these porter converts and does no more.
_NEEDED = ("build", "verify")


class Finding(NamedTuple):
    """One line of a check-up.

    Attributes:
        what: what was looked at.
        works: whether it is in order.
        told: how it is.
        remedy: what to do about it; empty where there is nothing to do.
        is_needed: what porter is for fails without it.
    """

    what: str
    works: bool
    told: str
    remedy: str = ""
    is_needed: bool = False


def check_up(prefix: Prefix) -> list[Finding]:
    """Return what works here and what does not."""
    parts = {part.name: part for part in take_stock(prefix)}
    return [_python(), *_home(prefix), *_abilities(parts.values()), *_extras()]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("convert, assess, report", True, f"nothing more is needed (Python {version})")


def _home(prefix: Prefix) -> Iterator[Finding]:
    home = prefix.home
    place = next((one for one in (home, *home.parents) if one.exists()), home)
    can_write = os.access(place, os.W_OK)
    told = str(home) if can_write else f"{home} cannot be written"
    yield Finding("cache", can_write, told, "" if can_write else "set PORTER_HOME to a folder")
    free = shutil.disk_usage(place).free
    enough = free >= _ROOM
    remedy = "" if enough else "make room, or set PORTER_HOME to a larger disk"
    yield Finding("room on the disk", enough, f"{free / 1e9:.1f} GB free", remedy)


def _abilities(parts: Iterable[Part]) -> Iterator[Finding]:
    known = {part.name: part for part in parts}
    for what, needs, why_not in _ABILITIES:
        is_needed = what.startswith(_NEEDED)
        if reason := why_not():
            yield Finding(what, False, reason, "", is_needed)
            continue
        missing = [known[name] for name in needs if name in known and not known[name].found]
        remedies = dict.fromkeys(part.remedy for part in missing if part.remedy)
        told = "ready" if not missing else "needs " + ", ".join(part.name for part in missing)
        yield Finding(what, not missing, told, " && ".join(remedies), is_needed)


def _extras() -> Iterator[Finding]:
    for module, (extra, purpose) in _EXTRAS.items():
        is_there = find_spec(module) is not None
        remedy = "" if is_there else f"pip install 'porter-hip[{extra}]'"
        yield Finding(f"extra {extra}", is_there, purpose, remedy)
