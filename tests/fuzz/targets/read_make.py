"""The evaluator of Makefiles that finds a port's units."""

from __future__ import annotations

from functools import partial

from porter.source.text.languages import Language
from tests.fuzz import builds, conversions
from tests.fuzz.target import Target

TARGET = Target(
    "read_make",
    builds.check,
    partial(builds.seeds, Language.MAKE, "Makefile"),
    partial(conversions.words, Language.MAKE),
)
