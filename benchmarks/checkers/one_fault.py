"""Programs with one planted fault each, made from those that have many.

A checker that stops at its first fault, or loses the device with it, is judged by these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_LAUNCH = re.compile(r"^  (?:(\w+)<<<.*;|\(void\)hipLaunchCooperativeKernel\(.*\((\w+)\).*;)$")
_KERNEL = re.compile(r"^__global__ void (\w+)\(")
_FINDS = re.compile(r"// finds: ")


@dataclass(frozen=True)
class Fault:
    """A program with one fault.

    Args:
        name: the kernel, or `main` and the line for a fault of the host.
        lines: where the fault may be reported: the lines that say so.
        text: the program, line by line as the one that it was made from.
    """

    name: str
    lines: frozenset[int]
    text: str


def faults(source: Path) -> list[Fault]:
    """Return a program for each kernel that a source launches and for each fault of its host code.

    A device function with a fault belongs to the kernel behind it.
    """
    lines = source.read_text().splitlines()
    kernels = [match[1] if (match := _KERNEL.match(line)) else None for line in lines]
    main = next(i for i, line in enumerate(lines) if line.startswith("int main("))
    owners: dict[str, set[int]] = {}
    hosts = []
    for i, line in enumerate(lines):
        if not _FINDS.search(line):
            continue
        if i > main:
            hosts.append(i)
        else:
            owners.setdefault(_owner(lines, kernels, i), set()).add(i + 1)
    made = [
        Fault(name, frozenset(where), _only(lines, main, {name}, hosts, None))
        for name, where in owners.items()
    ]
    for i in hosts:
        text = _only(lines, main, set(), hosts, i)
        made.append(Fault(f"main:{i + 1}", frozenset({i + 1}), text))
    return made


def _owner(lines: list[str], kernels: list[str | None], fault: int) -> str:
    """Return the kernel whose body holds a line, or else the next one."""
    for i in range(fault, -1, -1):
        if kernels[i]:
            return kernels[i] or ""
        if i < fault and lines[i].startswith("}"):
            break
    return next(name for name in kernels[fault:] if name)


def _only(lines: list[str], main: int, wanted: set[str], hosts: list[int], host: int | None) -> str:
    """Return the program with the launches of some kernels and at most one fault of the host."""
    kept = []
    for i, line in enumerate(lines):
        match = _LAUNCH.match(line) if i > main else None
        dropped = match and not {match[1], match[2]} & wanted
        kept.append("" if dropped or (i in hosts and i != host) else line)
    return "\n".join(kept) + "\n"
