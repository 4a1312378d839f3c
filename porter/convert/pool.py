"""Converts many files: in this process when they are few, otherwise in several."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from porter.convert.result import FileResult
from porter.convert.worker import FileConverter, Job
from porter.project.discover import Entry

#: Below this many bytes a second process costs more than it saves.
_SERIAL_BYTES = 300_000
_CHUNK_BYTES = 100_000


class Pool:
    """Converts files, in this process or in several.

    Args:
        converter: what converts a file.
        jobs: processes.
        progress: called with the number of files that are done, as they get done.
    """

    def __init__(
        self, converter: FileConverter, jobs: int, progress: Callable[[int], None]
    ) -> None:
        self._converter = converter
        self._jobs = jobs
        self._progress = progress

    def results(self, root: Path, wanted: Iterable[Entry | Job]) -> Iterator[FileResult]:
        """Yield the result of each file, of those without a job as if they stood alone."""
        jobs = [one if isinstance(one, Job) else Job(one) for one in wanted]
        sized = [(job, _size(root / job.entry.path)) for job in jobs]
        is_serial = self._jobs == 1 or sum(size for _, size in sized) < _SERIAL_BYTES
        self._converter.warm_up(all_rules=not is_serial)
        if is_serial:
            for job in jobs:
                one = self._converter.convert(job)
                yield one
                self._progress(not one.is_waiting)
            return
        from porter.processes.workers import Workers

        gc.freeze()  # what all processes share is not looked through again in each
        workers = Workers(self._converter.convert, self._converter.crashed, self._jobs)
        for results in workers.answers(_chunks(sized)):
            yield from results
            self._progress(sum(not one.is_waiting for one in results))


def _chunks(sized: list[tuple[Job, int]]) -> list[list[Job]]:
    """Return lists of files of about equal work, the largest files first."""
    chunks: list[list[Job]] = []
    total = _CHUNK_BYTES
    for job, size in sorted(sized, key=lambda item: -item[1]):
        if total >= _CHUNK_BYTES:
            chunks.append([])
            total = 0
        chunks[-1].append(job)
        total += size
    return chunks


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
