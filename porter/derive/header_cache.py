"""Reads sets of headers in parallel, and caches the result until a header changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import clang.cindex

from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Universe
from porter.derive.headersets import HeaderSet, read_cuda, read_roc, read_rocm
from porter.derive.universe_form import LARGEST, decode, encode
from porter.errors import PorterError
from porter.files.expiry import touch
from porter.files.home import porter_home
from porter.files.regular import read_regular
from porter.files.write import write_atomically
from porter.processes.cores import cores
from porter.processes.workers import Workers

Job = tuple[str, HeaderSet]
_READERS: dict[str, Callable[[HeaderSet, ClangHeaders], Universe]] = {
    "cuda": read_cuda,
    "rocm": read_rocm,
    "roc": read_roc,
}


def read_all(jobs: Sequence[Job], resources: ClangHeaders, folder: Path | None) -> list[Universe]:
    """Return what each set of headers declares.

    Args:
        jobs: (`cuda`, `rocm`, or `roc` for ROCm's own libraries; header set).
        resources: the headers of the compiler and the host.
        folder: where to keep what was read; None to read anew.

    Raises:
        PorterError: a set could not be read.
    """
    keys = [digest_of_set(side, one, resources) for side, one in jobs]
    found = [None if folder is None else _kept(folder, key) for key in keys]
    due = [index for index, universe in enumerate(found) if universe is None]

    def read(index: int) -> tuple[int, Universe | None]:
        side, one = jobs[index]
        return index, _READERS[side](one, resources)

    if len(due) == 1:
        found[due[0]] = read(due[0])[1]
    elif due:
        workers = Workers(read, lambda index: (index, None), min(cores(), len(due)))
        for answers in workers.answers([[index] for index in due]):
            for index, universe in answers:
                found[index] = universe
    for index in due:
        universe = found[index]
        if universe is not None and folder is not None:
            with suppress(OSError):  # what cannot be kept is read anew
                write_atomically(_entry(folder, keys[index]), encode(universe))
    read_sets: list[Universe] = []
    for (side, one), universe in zip(jobs, found, strict=True):
        if universe is None:
            raise PorterError(f"libclang died on {side}'s headers", path=one.include)
        read_sets.append(universe)
    return read_sets


def cache_folder() -> Path:
    """Return where what was read of headers is kept."""
    return porter_home() / "cache" / "headers"


def _entry(folder: Path, key: str) -> Path:
    return folder / f"{key}.json"


def _kept(folder: Path, key: str) -> Universe | None:
    """Return what was kept under a key; None when there is none or it is damaged."""
    entry = _entry(folder, key)
    touch(entry)
    try:
        return decode(read_regular(entry, LARGEST))
    except OSError:
        return None


def digest_of_set(side: str, one: HeaderSet, resources: ClangHeaders) -> str:
    """Return a digest of all that reading depends on: headers, compiler, and the reader itself."""
    digest = hashlib.sha256()
    for part in (side, one.version, str(one.include), str(resources), clang.cindex.__file__):
        digest.update(part.encode() + b"\0")
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    for root in (one.include, *one.fallbacks, resources.include):
        for line in _files(root):
            digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(root: Path) -> Iterator[str]:
    """Yield a line for each file below `root`: its path, size and time."""
    for path in sorted(root.rglob("*")):
        if path.is_file():
            stat = path.stat()
            yield f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\n"
