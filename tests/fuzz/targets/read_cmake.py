"""The evaluator of CMake that finds a port's units."""

from __future__ import annotations

from functools import partial

from porter.source.text.languages import Language
from tests.fuzz import builds, conversions
from tests.fuzz.target import Target

TARGET = Target(
    "read_cmake",
    builds.check,
    partial(builds.seeds, Language.CMAKE, "CMakeLists.txt"),
    partial(conversions.words, Language.CMAKE),
)
