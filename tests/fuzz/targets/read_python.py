"""The evaluator of setup.py that finds a port's units."""

from __future__ import annotations

from functools import partial

from porter.source.text.languages import Language
from tests.fuzz import builds, conversions
from tests.fuzz.target import Target

TARGET = Target(
    "read_python",
    builds.check,
    partial(builds.seeds, Language.PYTHON, "setup.py"),
    partial(conversions.words, Language.PYTHON),
)
