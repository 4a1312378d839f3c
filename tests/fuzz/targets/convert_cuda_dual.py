"""Conversions of CUDA files that keep CUDA's side."""

from __future__ import annotations

from functools import partial

from porter.options import Options
from porter.source.text.languages import Language
from tests.fuzz import conversions
from tests.fuzz.target import Target

TARGET = Target(
    "convert_cuda_dual",
    partial(conversions.check, options=Options(dual=True)),
    partial(conversions.seeds, Language.CUDA),
    partial(conversions.words, Language.CUDA),
)
