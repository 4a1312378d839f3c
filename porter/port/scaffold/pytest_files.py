"""Where a port's own tests are, as pytest is told."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable


def test_paths(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the outermost folders that hold pytest's files, and such files of the root.

    Args:
        paths: of the port's files, relative to its root.
    """
    tests = [path for path in paths if _is_test(posixpath.basename(path))]
    folders = {posixpath.dirname(path) for path in tests} - {""}
    outermost = {one for one in folders if folders.isdisjoint(_above(one))}
    return tuple(sorted(outermost | {path for path in tests if "/" not in path}))


def _is_test(name: str) -> bool:
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def _above(folder: str) -> Iterable[str]:
    while folder := posixpath.dirname(folder):
        yield folder
