"""Whole conversions of scripts, Dockerfiles, workflows and README files."""

from __future__ import annotations

from functools import partial

from porter.options import Options
from porter.source.text.languages import WITH_COMMANDS
from tests.fuzz import conversions
from tests.fuzz.target import Target

TARGET = Target(
    "convert_scripts",
    partial(conversions.check, options=Options()),
    partial(conversions.seeds, *WITH_COMMANDS),
    partial(conversions.words, *WITH_COMMANDS),
)
