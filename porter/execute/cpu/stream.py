"""Streams for kernels called from Python: launches in order, beside the code that issues them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType


class Stream:
    """A queue of launches, worked off one after another by a thread of its own.

    What a launch reads and writes must be left alone until `synchronize`. A launch that fails takes
    those behind it with it, as on a GPU; `synchronize` raises its error.

        with Stream() as stream:
            kernel[grid, block, 0, stream](x)
            ...                                # meanwhile
        # left, and so synchronised
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="porter-stream")
        self._pending: list[Future[None]] = []
        self._failed = False

    def issue(self, work: Callable[[], None]) -> None:
        """Put `work` at the end of the queue."""

        def guarded() -> None:
            if self._failed:
                return
            try:
                work()
            except BaseException:
                self._failed = True
                raise

        self._pending.append(self._thread.submit(guarded))

    def synchronize(self) -> None:
        """Wait until the queue is empty.

        Raises:
            KernelFault: of the first launch that failed; the stream is usable again.
        """
        pending, self._pending = self._pending, []
        errors = [error for error in (future.exception() for future in pending) if error]
        self._failed = False
        if errors:
            raise errors[0]

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self.synchronize()
        finally:
            self._thread.shutdown()
