"""A cluster of two workers on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a scheduler with two workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        silence_logs="CRITICAL",
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address
