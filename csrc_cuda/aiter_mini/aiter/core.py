"""What other packages import: the decorator and the directories."""

from .jit.core import compile_ops
from .jit.settings import (
    AITER_ASM_DIR,
    AITER_CONFIG_DIR,
    AITER_CSRC_DIR,
    AITER_GRADLIB_DIR,
    AITER_META_DIR,
    AITER_ROOT_DIR,
)

__all__ = [
    "AITER_ASM_DIR",
    "AITER_CONFIG_DIR",
    "AITER_CSRC_DIR",
    "AITER_GRADLIB_DIR",
    "AITER_META_DIR",
    "AITER_ROOT_DIR",
    "compile_ops",
]
