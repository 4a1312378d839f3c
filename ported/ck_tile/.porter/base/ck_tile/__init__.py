"""Operators in HIP, compiled when they are first called."""

import logging

logger = logging.getLogger("ck_tile")

from .jit.core import CkTileBuildError, compile_ops, rebuilded_list  # noqa: E402
from .jit.gpu_archs import UnknownArchitecture, gpu_archs  # noqa: E402
from .ops.activation import silu_and_mul  # noqa: E402
from .ops.ck_tile_enum import ActivationType, QuantType  # noqa: E402
from .ops.norm import rms_norm  # noqa: E402

__version__ = "0.1.0"
__all__ = [
    "ActivationType",
    "CkTileBuildError",
    "QuantType",
    "UnknownArchitecture",
    "compile_ops",
    "gpu_archs",
    "logger",
    "rebuilded_list",
    "rms_norm",
    "silu_and_mul",
]
