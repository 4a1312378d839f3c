"""A cluster of Dask: where its scheduler is, and commands spread over its machines.

Source: https://distributed.dask.org (scheduler, workers, resilience).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import NamedTuple

from porter.cluster.task import Command, Outcome, perform
from porter.errors import PorterError

#: Seconds that a scheduler may take to answer.
_PATIENCE = 20


class Lost(NamedTuple):
    """A command that no machine brought to its end."""

    why: str


class Cluster:
    """A connection to the scheduler of a cluster; use as a context manager.

    Args:
        address: the scheduler's, as `tcp://host:8786`.

    Raises:
        PorterError: Dask is not installed, nobody answers, or the cluster has no machines.
    """

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise PorterError(
                "a cluster needs dask.distributed", hint="pip install 'porter-hip[cluster]'"
            )
        from distributed import Client

        hint = "start one: `dask scheduler`, and `dask worker ADDRESS` on each machine"
        try:
            self._client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = f"no scheduler answers at {address}: {error}"
            raise PorterError(reason, hint=hint) from error
        self.threads = sum(self._client.nthreads().values())
        if not self.threads:
            self.close()
            raise PorterError(f"the cluster at {address} has no workers", hint=hint)

    def run(self, command: Command) -> Outcome | Lost:
        """Run one command, and wait for it; may be called by several threads.

        Args:
            command: what to run.
        """
        return _outcome(self._client.submit(perform, command, pure=False))

    def each(self, commands: Sequence[Command]) -> Iterator[tuple[int, Outcome | Lost]]:
        """Run commands on whatever machine is free; those of a machine that is lost run again.

        Args:
            commands: what to run.

        Yields:
            The place among `commands` and how it ended, as they get done.
        """
        from distributed import as_completed

        futures = self._client.map(perform, commands, pure=False)
        places = {future.key: place for place, future in enumerate(futures)}
        with self._client.as_current():  # whose futures these are
            for future in as_completed(futures):
                yield places[future.key], _outcome(future)

    def close(self) -> None:
        """Leave the cluster; its machines stay."""
        self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self.close()


def _outcome(future: object) -> Outcome | Lost:
    """Wait for a future of `perform`."""
    from distributed import Future

    assert isinstance(future, Future)
    try:
        found = future.result()
    except Exception as error:  # of any kind: it was raised on another machine
        return Lost(f"{type(error).__name__}: {error}".partition("\n")[0])
    assert isinstance(found, Outcome)
    return found
