"""What every test may rely on, and which of them wait for `make test-all`."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.thorough import amount, chosen

# `make test` hands its own settings down; a test that runs make means a make of its own.
for _name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
    os.environ.pop(_name, None)

settings.register_profile("porter", max_examples=amount(40, 100))
settings.load_profile("porter")

_ARCHITECTURE = re.compile(r"(?:gfx|sm_)[0-9a-f]{2,4}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all architectures but one of a file whose tests compile device code to `make test-all`.

    Compiling for each is what such tests take their time for. Files differ in which one is left,
    so that every architecture has its share of each run.
    """
    by_file = defaultdict[str, dict[pytest.Item, str]](dict)
    for item in items:
        for arch in _architectures(item):
            by_file[item.nodeid.partition("::")[0]][item] = arch
    for name, found in by_file.items():
        kept = chosen(name, found.values())
        for item, arch in found.items():
            if arch != kept:
                item.add_marker(pytest.mark.slow)


def _architectures(item: pytest.Item) -> Iterator[str]:
    """Yield the architecture that a test runs as, where that is one of its parameters."""
    if item.get_closest_marker("toolchain") is None or item.get_closest_marker("slow") is not None:
        return
    for value in item.callspec.params.values() if hasattr(item, "callspec") else ():
        if isinstance(value, str) and _ARCHITECTURE.fullmatch(value):
            yield value
