"""Conversions of CUDA files for the hardware's own width, with all options."""

from __future__ import annotations

from functools import partial

from porter.options import Options
from porter.source.text.languages import Language
from tests.fuzz import conversions
from tests.fuzz.target import Target

TARGET = Target(
    "convert_cuda_native",
    partial(
        conversions.check,
        options=Options(warp="native", launch="hip", roc=("blas", "rand"), unsafe=True),
    ),
    partial(conversions.seeds, Language.CUDA),
    partial(conversions.words, Language.CUDA),
)
