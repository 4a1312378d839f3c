"""Outcomes kept from run to run, each until what it depends on changes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from benchmarks.peers import Port
from benchmarks.projects.outcome import Outcome, Reached
from benchmarks.projects.table import Program
from porter.execute.cpu.native_build import native
from porter.toolchain.discovery import find

#: Another folder, as sources and build files name it.
_ELSEWHERE = re.compile(rb"\.\./[\w.+/-]*")
_ONCE = ("porter_compat", "cmake")


class Kept:
    """Outcomes in a file.

    An outcome holds until the program's row, its folder in the port, the folders that are named
    there, what was found about them, or the executor change.

    Args:
        path: the file.
        retry: what was not whole is measured again.
    """

    def __init__(self, path: Path, retry: bool) -> None:
        self._path = path
        self._retry = retry
        try:
            self._known = json.loads(path.read_bytes())
        except (OSError, ValueError):
            self._known = {}

    def of(self, project: str, program: Program, arch: str, state: str) -> Outcome | None:
        """Return the outcome that is known, None where it is to be measured."""
        known = self._known.get(_key(project, program, arch))
        if known is None or known["state"] != state:
            return None
        reached = Reached[known["reached"].upper()]
        found = Outcome(project, program, arch, reached, known["reason"], known["cause"])
        return None if self._retry and not found.is_whole else found

    def keep(self, one: Outcome, state: str) -> None:
        """Keep an outcome."""
        self._known[_key(one.project, one.program, one.arch)] = {
            "state": state,
            "reached": one.reached.name.lower(),
            "reason": one.reason,
            "cause": one.cause,
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._known, indent=1, sort_keys=True) + "\n")


def _key(project: str, program: Program, arch: str) -> str:
    return f"{project} {program.label} {program.build} {arch}"


def state(program: Program, port: Port) -> str:
    """Return a digest of what the outcome of a program depends on."""
    digest = hashlib.sha256(repr((program, port.name)).encode())
    digest.update(_executor().encode())
    folders = {port.root / program.folder, *(port.root / name for name in _ONCE)}
    folders |= set(_named(port.root / program.folder, port.root))
    for folder in sorted(folders):
        for path in _files(folder):
            relative = path.relative_to(port.root).as_posix()
            digest.update(f"{relative}\0{port.findings.get(relative)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _named(folder: Path, root: Path) -> Iterator[Path]:
    for path in _files(folder):
        for name in set(_ELSEWHERE.findall(path.read_bytes())):
            place = (folder / name.decode()).resolve()
            place = place if place.is_dir() else place.parent
            if place.is_relative_to(root) and not folder.is_relative_to(place):
                yield place


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


@cache
def _executor() -> str:
    return native(find()).root.name
