"""A process pool that survives a worker's death."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")


class Workers(Generic[Job, Answer]):
    """Processes that work on lists of jobs.

    The processes are forked, so that `work` and all it holds is theirs without being sent.

    Args:
        work: what is done with one job; runs in a worker.
        on_crash: the answer for a job on which a worker died.
        count: how many processes.
    """

    def __init__(
        self, work: Callable[[Job], Answer], on_crash: Callable[[Job], Answer], count: int
    ) -> None:
        self._work = work
        self._on_crash = on_crash
        self._count = count

    def answers(self, chunks: Sequence[Sequence[Job]]) -> Iterator[list[Answer]]:
        """Yield the answers to each chunk of jobs, in the order in which they get done.

        A worker that dies (a crash in native code, the kernel out of memory) takes the chunks in
        flight with it: their jobs are done one by one, and only the one that kills is lost.
        """
        with self._pool(self._count) as pool:
            try:
                futures = {pool.submit(_do, chunk): chunk for chunk in chunks}
                left = dict(futures)
                for future in as_completed(futures):
                    answers: list[Answer] | None = _finished(future)
                    if answers is not None:
                        del left[future]
                        yield answers
            except BaseException:
                _kill(pool)
                raise
        for chunk in left.values():
            for job in chunk:
                yield [self._alone(job)]

    def _alone(self, job: Job) -> Answer:
        with self._pool(1) as pool:
            answers: list[Answer] | None = _finished(pool.submit(_do, [job]))
        return self._on_crash(job) if answers is None else answers[0]

    def _pool(self, count: int) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("fork")
        return ProcessPoolExecutor(
            count, mp_context=context, initializer=_start, initargs=(self._work,)
        )


def _kill(pool: ProcessPoolExecutor) -> None:
    """End the workers at once.

    A signal to the whole process group may have ended one within an answer. The pool would wait
    for the other half of it for as long as its own end of the pipe is open.
    """
    for process in list(pool._processes.values()):
        process.kill()
    with suppress(OSError, AttributeError):
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(wait=True, cancel_futures=True)


_current: Callable[[Any], Any] | None = None


def _start(work: Callable[[Any], Any]) -> None:
    """Set a worker up: it leaves interrupts to its parent and ends when that does."""
    global _current
    _current = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(chunk: Sequence[Any]) -> list[Any]:
    assert _current is not None
    return [_current(job) for job in chunk]


def _finished(future: Future[list[Any]]) -> list[Any] | None:
    """Return the answers of a chunk, None when its worker died."""
    try:
        return future.result()
    except BrokenProcessPool:
        return None
