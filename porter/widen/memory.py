"""What the executor's memory checker finds while kernels of a port run.

LDS begins as zeros and keeps what an earlier kernel left: a widened kernel that reads places that
only warps of 32 lanes wrote may give the right numbers by luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from porter.execute.cpu.checking.findings import Finding, read
from porter.execute.cpu.checking.settings import Watch
from porter.files.real_path import real_path
from porter.machine.naming import base_name
from porter.source.build_files.globs import is_inside
from porter.toolchain.discovery import find
from porter.widen.judging import Comparison, judge

_CHECK = "memory"
#: How much longer a program may run that is watched.
_SLOWER = 20


class Fault(NamedTuple):
    """Memory that a kernel of the port used wrongly.

    Attributes:
        kernel: its name, without namespaces.
        kind: what it is, such as "never written".
        place: file and line, relative to the port.
        bytes: that were accessed.
    """

    kernel: str
    kind: str
    place: str
    bytes: int

    def __str__(self) -> str:
        return f"{self.place}: {self.bytes} bytes, {self.kind} (porter verify --check memory)"


class Watched(NamedTuple):
    """What came of a port's kernels while they were watched.

    Attributes:
        faults: memory that they used wrongly.
        unwatched: why a comparison did not pass, which it did unwatched; empty when all did.
    """

    faults: tuple[Fault, ...]
    unwatched: str

    def of(self, kernel: str, before: Watched) -> str:
        """Return what is wrong with a kernel that was not before; empty when nothing is."""
        known = {(one.kernel, one.kind) for one in before.faults}
        mine = (one for one in self.faults if one.kernel == kernel)
        new = next((str(one) for one in mine if (one.kernel, one.kind) not in known), "")
        return new or self.unwatched


def watched(of: Comparison) -> Watched:
    """Run the comparisons of kernels with the memory checker on.

    In a process of its own: the executor asks once in a process whether it watches. Faults of
    CUDA's side are none of the port's; what does not run on the executor is not watched.

    Args:
        of: what is compared.
    """
    options = replace(of.options, timeout=of.options.timeout * _SLOWER, limit=of.options.timeout)
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_watched, (replace(of, options=options),))


def _watched(of: Comparison) -> Watched:
    with Watch((_CHECK,)).watching() as folder:
        judged = judge(of, _silent)
        findings = read(folder, find())
    wrong = next(iter(judged.differences), None)
    unwatched = f"{wrong.label.short}: not watched to its end" if wrong is not None else ""
    return Watched(tuple(dict.fromkeys(_faults(findings, real_path(of.port)))), unwatched)


@contextmanager
def _silent(title: str, total: int) -> Iterator[Callable[[int], None]]:
    yield lambda done: None


def _faults(findings: list[Finding], port: Path) -> Iterator[Fault]:
    for one in findings:
        if one.check != _CHECK or one.item is None:
            continue
        frame = next((f for f in one.place if f.file and is_inside(Path(f.file), port)), None)
        if frame is not None:
            path = real_path(Path(frame.file)).relative_to(port)
            kernel = base_name(one.item.kernel).rpartition("::")[2]
            yield Fault(kernel, one.kind, f"{path}:{frame.line}", one.bytes)
