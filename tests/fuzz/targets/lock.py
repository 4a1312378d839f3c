"""porter.lock, as merges, editors and strangers leave it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porter.errors import PorterError
from porter.sync.lock import lockfile
from tests.fuzz.conversions import TREE
from tests.fuzz.target import Broken, Case, Target

_WORDS = (
    *b"port - 0 1 99999999999999999999 conflict ../../x /etc/x porter tables options".split(),
    *b"upstream revision git porter-lock".split(),
    *(b"\n<<<<<<< a\n", b"\n=======\n", b"\n>>>>>>> b\n", b"\n||||||| c\n", b"\nport ", b"\n  "),
    *(b'"\\u0000"', b"\t", b"\n"),
)


def check(case: Case) -> None:
    """Read a lock, as one branch's and as two branches'.

    Raises:
        Broken: what was read is not read again from what is written of it.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "porter.lock").write_bytes(case.data)
        try:
            lockfile.read_both(folder)
            sections = lockfile.read(folder)
            lockfile.write(folder, sections)
        except PorterError:
            return
        if lockfile.read(folder) != sections:
            raise Broken("lock", "is read otherwise from what is written of it")


def seeds() -> list[Case]:
    """Return this repository's lock, and its sections."""
    text = (TREE / "porter.lock").read_bytes()
    head, *sections = text.split(b"\n\nport ")
    return [Case("porter.lock", head + b"\n\nport " + one[:3_000]) for one in sections]


TARGET = Target("lock", check, seeds, lambda: _WORDS)
