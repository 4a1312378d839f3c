"""Whole conversions of requirements, pyproject.toml, meson.build and the like."""

from __future__ import annotations

from functools import partial

from porter.options import Options
from porter.source.text.languages import Language
from tests.fuzz import conversions
from tests.fuzz.target import Target

TARGET = Target(
    "convert_build",
    partial(conversions.check, options=Options()),
    partial(conversions.seeds, Language.BUILD),
    partial(conversions.words, Language.BUILD),
)
