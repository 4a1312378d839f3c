"""What other packages import: the decorator and the directories."""

from .jit.core import compile_ops
from .jit.settings import (
    CK_TILE_ASM_DIR,
    CK_TILE_CONFIG_DIR,
    CK_TILE_CSRC_DIR,
    CK_TILE_GRADLIB_DIR,
    CK_TILE_META_DIR,
    CK_TILE_ROOT_DIR,
)

__all__ = [
    "CK_TILE_ASM_DIR",
    "CK_TILE_CONFIG_DIR",
    "CK_TILE_CSRC_DIR",
    "CK_TILE_GRADLIB_DIR",
    "CK_TILE_META_DIR",
    "CK_TILE_ROOT_DIR",
    "compile_ops",
]
