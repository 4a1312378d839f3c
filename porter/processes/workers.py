"""Processes that work on lists of jobs, and survive the death of one of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")

_FORK = multiprocessing.get_context("fork")
#: Held back while a worker begins: it would take what is meant for its parent.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Failed(NamedTuple):
    """An exception of the work, on its way to the parent, and where it was raised."""

    error: Exception
    place: str


class Workers(Generic[Job, Answer]):
    """Processes that work on lists of jobs.

    The processes are forked, so that `work` and all it holds is theirs without being sent. Each
    has a pipe of its own: one that dies within an answer holds up no other.

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

        A worker that dies (a crash in native code, the kernel out of memory) takes the chunk in
        flight with it: its jobs are done one by one, and only the one that kills is lost.

        Raises:
            Exception: what `work` raised.
        """
        lost: list[Job] = []
        for chunk, answers in self._done(chunks, self._count):
            if answers is None:
                lost += chunk
            else:
                yield answers
        for [job], answers in self._done([[job] for job in lost], 1):
            yield [self._on_crash(job)] if answers is None else answers

    def _done(
        self, chunks: Sequence[Sequence[Job]], count: int
    ) -> Iterator[tuple[Sequence[Job], list[Answer] | None]]:
        """Yield each chunk with its answers, None when its worker died."""
        left = list(reversed(chunks))
        busy: dict[Connection, tuple[_Worker, Sequence[Job]]] = {}
        idle: list[_Worker] = []
        try:
            while left or busy:
                while left and len(busy) < count:
                    worker = idle.pop() if idle else _Worker(self._work)
                    chunk = left.pop()
                    busy[worker.pipe] = worker, chunk
                    worker.give(chunk)
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    worker, chunk = busy[pipe]
                    answers = worker.answers()
                    del busy[pipe]
                    if answers is None:
                        worker.end()
                    else:
                        idle.append(worker)
                    yield chunk, answers
        finally:
            for worker in [*idle, *(worker for worker, _ in busy.values())]:
                worker.end()


class _Worker:
    """A process that answers one chunk of jobs after the other."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.pipe, theirs = _FORK.Pipe()
        self._process: BaseProcess = _FORK.Process(target=_serve, args=(theirs, work), daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            self._process.start()
        finally:
            theirs.close()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def give(self, chunk: Sequence[Any]) -> None:
        """Send jobs; a worker that has died meanwhile shows it when it is asked for the answers."""
        with suppress(BrokenPipeError):
            self.pipe.send(chunk)

    def answers(self) -> list[Any] | None:
        """Return the answers to the last chunk, None when the worker died."""
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, _Failed):
            found.error.add_note(found.place)
            raise found.error
        answers: list[Any] = found
        return answers

    def end(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self.pipe.close()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Answer until the parent closes the pipe; interrupts are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        chunk = pipe.recv()
        try:
            answers: Any = [work(job) for job in chunk]
        except Exception as error:
            answers = _Failed(error, traceback.format_exc())
        pipe.send(answers)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
