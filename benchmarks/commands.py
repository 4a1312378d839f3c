"""What a command takes in time and memory, and the tree of sources that converters are given."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpora import ARCHIVES, Archive, fetch
from porter.errors import PorterError
from porter.source.text.languages import Language, language_of

#: Large, and CUDA throughout: it carries CUTLASS and flash-attention along.
XFORMERS = Archive(
    "xformers", "0.0.35", "f7fc183a58e4bf0e2ae339a18fb1b1d4a37854c0f2545b4f360fef001646ab76"
)
LEAST = 20_000_000
_INTERVAL = 0.02


@dataclass(frozen=True, slots=True)
class Measured:
    """What one command took.

    Attributes:
        what: the converter and the case.
        megabytes: of sources it was given.
        seconds: wall time.
        processor_seconds: time of all its processes.
        memory: largest memory of all its processes together, in MB.
    """

    what: str
    megabytes: float
    seconds: float
    processor_seconds: float
    memory: float


def folder_in_memory() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for trees and ports: in memory where the system has a place for it.

    On a disk the same conversion takes 3.0 or 5.3 s: ext4 passes over what was deleted within the
    last minute (`recently_deleted` in fs/ext4/ialloc.c), so that whatever deleted a tree before is
    measured, too. All converters read and write the same there.
    """
    memory = Path("/dev/shm")
    return tempfile.TemporaryDirectory(
        prefix="porter-benchmark-", dir=memory if memory.is_dir() else None
    )


def make_tree(folder: Path, *, large: bool) -> float:
    """Fill `folder` with sources; return how many megabytes they are.

    Args:
        folder: the tree.
        large: with CUTLASS.

    Raises:
        PorterError: an archive cannot be had, or they are too few.
    """
    total = 0
    for each in (*ARCHIVES, XFORMERS):
        root = fetch(each)
        for path in sorted(root.rglob("*")):
            is_source = path.is_file() and not path.is_symlink()
            is_source &= large or "cutlass" not in path.relative_to(root).parts
            if is_source and language_of(path.name) is Language.CUDA:
                target = folder / each.name / path.relative_to(root)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
                total += target.stat().st_size
    if total < LEAST:
        raise PorterError(f"the tree has {total / 1e6:.1f} MB of sources, not {LEAST / 1e6:.0f}")
    return total / 1e6


def measure(
    what: str,
    megabytes: float,
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    sample: bool = True,
) -> Measured:
    """Run a command to its end and measure it.

    Args:
        what: the converter and the case.
        megabytes: of sources it is given.
        command: its words.
        environment: variables beside the usual ones.
        sample: measure the memory, too.

    Raises:
        PorterError: it failed.
    """
    before = os.times()
    started = time.perf_counter()
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(
            command,
            stdout=told,
            stderr=told,
            env={**_usual(), **(environment or {})},
            start_new_session=True,
        )
        peak = 0
        while sample and process.poll() is None:
            peak = max(peak, _memory(process.pid))
            time.sleep(_INTERVAL)
        process.wait()
        seconds = time.perf_counter() - started
        if process.returncode != 0:
            told.seek(0)
            last = told.read().decode("utf-8", "replace").splitlines()[-5:]
            raise PorterError(f"{what} failed", hint="\n".join(last))
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return Measured(what, megabytes, seconds, used, peak / 1e3)


def _usual() -> dict[str, str]:
    """Return the environment, in which Python keeps what it compiled, as it does unless told."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _memory(session: int) -> int:
    """Return the memory of all processes of a session in kB, shared pages counted once."""
    total = 0
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            if os.getsid(int(entry.name)) == session:
                for line in Path(entry.path, "smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        total += int(line.split()[1])
        except (OSError, ValueError):
            continue
    return total
