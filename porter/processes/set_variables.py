"""Variables of the environment that are set for a while."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def set_variables(wanted: Mapping[str, str]) -> Iterator[None]:
    """Set variables for this process and what it starts, and leave them as they were behind.

    Args:
        wanted: names and values.
    """
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
