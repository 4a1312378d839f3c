"""Finds device code that is linked across files: in objects, and in what archives give.

Source: NVIDIA's nvcc, "Using Separate Compilation in CUDA"; clang's manual, "HIP Support".
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu import relocatable
from porter.execute.cpu.object_files import objects_in
from porter.execute.cpu.relocatable import DeviceUnit
from porter.files.real_path import real_path

_MEMBER = re.compile(r"(?P<archive>.+)\((?P<member>[^()]*)\)")


@dataclass
class DeviceCode:
    """The device code that a link finds.

    Args:
        units: of the objects that are linked.
        members: of archives, where only what is missing is taken.
        linked: keys of units that were linked before.
    """

    units: dict[str, DeviceUnit] = field(default_factory=dict)
    members: dict[str, DeviceUnit] = field(default_factory=dict)
    linked: set[str] = field(default_factory=set)

    @property
    def architecture(self) -> str:
        """For which all of it was compiled.

        Raises:
            PorterError: that differs.
        """
        names = {unit.architecture for unit in (*self.units.values(), *self.members.values())}
        if len(names) != 1:
            raise PorterError(f"device code for {', '.join(sorted(names))} is linked together")
        return names.pop()


def device_code(objects: Sequence[Path], flags: Sequence[str], trace: list[str]) -> DeviceCode:
    """Find the device code that is still to be linked.

    Args:
        objects: objects, archives and shared libraries.
        flags: the linker's, which name more archives.
        trace: the command of the host's link without its output, which tells what archives give.

    Raises:
        PorterError: a file is damaged.
    """
    found = DeviceCode()
    in_archives: list[tuple[tuple[Path, str], DeviceUnit]] = []
    for path in (*objects, *_archives(flags)):
        if ".so" in path.suffixes or not path.is_file():
            continue
        for name, data in objects_in(path):
            found.linked |= relocatable.linked(data)
            for unit in relocatable.units(data):
                if name:
                    in_archives.append(((real_path(path), name), unit))
                else:
                    found.units[unit.key] = unit
    taken = _taken(trace) if in_archives else set()
    for place, unit in in_archives:
        (found.units if place in taken else found.members)[unit.key] = unit
    for key in found.linked:
        found.units.pop(key, None)
        found.members.pop(key, None)
    return found


def _archives(flags: Sequence[str]) -> Iterator[Path]:
    """Yield the archives that the linker's flags name."""
    folders = [Path(flag[2:]) for flag in flags if flag.startswith("-L")]
    for flag in flags:
        if flag.startswith("-l"):
            names = (folder / f"lib{flag[2:].removeprefix(':')}.a" for folder in folders)
            yield from [path for path in names if path.is_file()][:1]
        else:
            words = flag.removeprefix("-Wl,").split(",")
            yield from (Path(word) for word in words if word.endswith(".a"))


def _taken(command: list[str]) -> set[tuple[Path, str]]:
    """Return which members of which archives the host's linker takes."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["-Wl,--trace", "-Wl,--unresolved-symbols=ignore-all", "-o", f"{folder}/program"]
        done = subprocess.run(
            [*command, *words], capture_output=True, text=True, check=False, errors="replace"
        )
    matches = filter(None, map(_MEMBER.fullmatch, done.stdout.splitlines()))
    return {(real_path(Path(match["archive"])), match["member"]) for match in matches}
