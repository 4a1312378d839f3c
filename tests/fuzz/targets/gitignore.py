"""The patterns of .gitignore, asked about the paths of a tree."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porter.project.discover import discover
from tests.fuzz.target import Case, Target

_PATHS = (
    "a.cu",
    "build/a.o",
    "src/deep/er/b.cuh",
    "aaaaaaaaaaaaaaaaaaaaaaaaab",
    "[x]/y z",
    "#no",
    "!k",
)
_SEEDS = (
    b"*.o\n/build/\n!src/**/keep\n# comment\n\\#no\n",
    b"[a-c]*\n[!x]?\n**/deep/**\nsrc/*/\n",
    b"trailing \\ \nnone\\\n[[:alpha:]]*\n[z-a]\n[]\n*a*a*a*b\n",
)


_WORDS = (
    *b"* ** *** ? / // ! !! \\ [ ] [! [^ [a- -z] [[:digit:]] [[. a* */ .. .".split(),
    *b"# \\# \\! \\*".split(),
)


def check(case: Case) -> None:
    """Gather a tree with these patterns."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for name in _PATHS:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(b"")
        (root / ".gitignore").write_bytes(case.data)
        discover(root)


TARGET = Target(
    "gitignore",
    check,
    lambda: [Case(".gitignore", seed) for seed in _SEEDS],
    lambda: _WORDS,
)
