"""Whole conversions of Python files."""

from __future__ import annotations

from functools import partial

from porter.options import Options
from porter.source.text.languages import Language
from tests.fuzz import conversions
from tests.fuzz.target import Target

TARGET = Target(
    "convert_python",
    partial(conversions.check, options=Options()),
    partial(conversions.seeds, Language.PYTHON),
    partial(conversions.words, Language.PYTHON),
)
