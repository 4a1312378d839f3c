"""porter.toml, whatever it says."""

from __future__ import annotations

import tempfile
from pathlib import Path

from porter.errors import PorterError
from porter.project.configuration import configuration_for
from porter.project.settings import read
from tests.fuzz.conversions import TREE
from tests.fuzz.target import Case, Target

_WORDS = (
    b"[[project]] [project.verify] [findings] upstream port to kind exclude arch programs kernels cases "
    b"recordings rules git remote revision = , [ ] { } \"\" '' true false 1 -1 1.5 nan 1979-05-27 [] {} "
    b'"hip" "ck-tile" "error" "off" each grid block lds arguments dtype shape role seeds'
).split(b" ")


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
