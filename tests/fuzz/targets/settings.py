"""porter.toml, whatever it says."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porter.errors import PorterError
from porter.project.settings.configuration import configuration_for
from porter.project.settings.settings import read
from tests.fuzz.conversions import TREE
from tests.fuzz.target import Case, Target

_WORDS = (
    *b"[[project]] [project.verify] [findings] upstream port to kind exclude arch programs".split(),
    *b"kernels cases recordings rules git remote revision each grid block lds arguments".split(),
    *b'dtype shape role seeds = , [ ] { } "" true false 1 -1 1.5 nan 1979-05-27 [] {}'.split(),
    *b'"hip" "ck-tile" "error" "off"'.split(),
)


def check(case: Case) -> None:
    """Read the settings in every way that commands do."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        (root / "porter.toml").write_bytes(case.data)
        for reader in (read, configuration_for):
            try:
                reader(root)
            except PorterError:
                continue


def seeds() -> list[Case]:
    """Return this repository's settings in parts, and one with every key."""
    text = (TREE / "porter.toml").read_bytes()
    parts = [b"[[project]]" + part for part in text.split(b"[[project]]")[1:]]
    return [Case("porter.toml", part[:3_000]) for part in parts]


TARGET = Target("settings", check, seeds, lambda: _WORDS)
