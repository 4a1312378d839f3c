"""Whole conversions of C++ and CUDA files."""

from __future__ import annotations

from functools import partial

from porter.options import Options
from porter.source.text.languages import Language
from tests.fuzz import conversions
from tests.fuzz.target import Target

TARGET = Target(
    "convert_cuda",
    partial(conversions.check, options=Options()),
    partial(conversions.seeds, Language.CUDA),
    partial(conversions.words, Language.CUDA),
)
