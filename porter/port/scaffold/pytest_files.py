"""Where a port's own tests are, as pytest is told."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable

#: What pytest finds in a file that is named to it: a function, or unittest's class.
_TESTS = re.compile(rb"(?m)^(?:def test_\w|class \w+\([^)\n]*\bTestCase\b|class Test\w*+[(:])")


def test_paths(paths: Iterable[str], read: Callable[[str], bytes]) -> tuple[str, ...]:
    """Return the outermost folders that hold pytest's files, and such files of the root.

    Files called `test.py`, which pytest does not look for, are named where they hold tests.

    Args:
        paths: of the port's files, relative to its root.
        read: gives what is in one.
    """
    known = list(paths)
    tests = [path for path in known if _is_test(posixpath.basename(path))]
    others = {path for path in known if posixpath.basename(path) in ("test.py", "tests.py")}
    named = {path for path in others if _TESTS.search(read(path))}
    folders = {posixpath.dirname(path) for path in tests} - {""}
    outermost = {one for one in folders if folders.isdisjoint(_above(one))}
    return tuple(sorted(outermost | named | {path for path in tests if "/" not in path}))


def _is_test(name: str) -> bool:
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def _above(folder: str) -> Iterable[str]:
    while folder := posixpath.dirname(folder):
        yield folder
