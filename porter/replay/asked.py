"""A command line, with all that decides what it means beside files."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import porter

#: Of the environment, what changes from shell to shell and says nothing to any tool.
_PASSING = frozenset("PWD OLDPWD SHLVL _ WINDOWID PYTEST_CURRENT_TEST PORTER_PROCESS_GROUP".split())


class Asked(NamedTuple):
    """What was asked for, where and how.

    Attributes:
        key: a digest of it. The environment, which may hold secrets, is kept in no other form.
        folder: the current folder.
        began: when, in ns since the epoch.
    """

    key: str
    folder: str
    began: int

    @classmethod
    def of(cls, words: Sequence[str]) -> Asked | None:
        """Return what the words of a command line ask for here; None in a folder that is gone.

        Args:
            words: the command and its arguments.
        """
        import time

        try:
            folder = os.getcwd()
        except OSError:
            return None
        terminals = [_terminal(number) for number in (1, 2)]
        environment = sorted((k, v) for k, v in os.environ.items() if k not in _PASSING)
        python = (porter.__version__, porter.__file__, sys.prefix, sys.version, sys.path)
        whole = repr((list(words), folder, terminals, environment, python))
        data = whole.encode("utf-8", "surrogatepass")
        return cls(hashlib.blake2b(data, digest_size=16).hexdigest(), folder, time.time_ns())


def _terminal(number: int) -> os.terminal_size | None:
    """Return the size of the terminal that a stream leads to, None where it leads elsewhere."""
    try:
        return os.get_terminal_size(number) if os.isatty(number) else None
    except OSError:
        return None
