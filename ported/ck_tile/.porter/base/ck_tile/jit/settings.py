"""Directories and environment variables."""

import logging
import os
from pathlib import Path

CK_TILE_ROOT_DIR = Path(__file__).resolve().parents[2]
#: An installed package carries its sources in ck_tile_meta.
CK_TILE_META_DIR = (
    CK_TILE_ROOT_DIR / "ck_tile_meta" if (CK_TILE_ROOT_DIR / "ck_tile_meta").is_dir() else CK_TILE_ROOT_DIR
)
CK_TILE_CSRC_DIR = CK_TILE_META_DIR / "csrc"
CK_TILE_GRADLIB_DIR = CK_TILE_META_DIR / "gradlib"
CK_TILE_ASM_DIR = Path(os.environ.get("CK_TILE_ASM_DIR") or CK_TILE_META_DIR / "hsa")
#: Tuned tables, and how modules are built.
CK_TILE_CONFIG_DIR = Path(__file__).resolve().parents[1] / "configs"
CK_TILE_CONFIG = CK_TILE_CONFIG_DIR / "optCompilerConfig.json"

logger = logging.getLogger("ck_tile")


def rocm_roots() -> list[Path]:
    """Where ROCm may be: what the environment names, then its usual place."""
    named = (os.environ.get(name) for name in ("ROCM_PATH", "ROCM_HOME", "HIP_PATH", "HIP_HOME"))
    return [Path(root) for root in (*named, "/opt/rocm") if root]


def jit_dir() -> Path:
    """Where built modules lie: CK_TILE_JIT_DIR, else ~/.ck_tile/jit."""
    chosen = os.environ.get("CK_TILE_JIT_DIR")
    return Path(chosen) if chosen else Path.home() / ".ck_tile" / "jit"


def must_rebuild() -> bool:
    """Whether CK_TILE_REBUILD asks for every module anew."""
    return number("CK_TILE_REBUILD") > 0


def log_more() -> int:
    """How much to tell: 0, 1 or 2."""
    return number("CK_TILE_LOG_MORE")


def has_fp4x2() -> bool:
    """Whether modules know packed fp4: unless CK_TILE_FP4x2 is 0."""
    return number("CK_TILE_FP4x2", 1) > 0


def number(name: str, default: int = 0) -> int:
    """The value of an environment variable; `default` when it is not set."""
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isdigit():
        raise ValueError(f"{name}={text!r} is no number")
    return int(text)


def set_up_logging() -> None:
    """Write to standard error what CK_TILE_LOG_MORE asks for."""
    level = (logging.WARNING, logging.INFO, logging.DEBUG)[min(log_more(), 2)]
    logger.setLevel(level)
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("[ck_tile] %(message)s"))
        logger.addHandler(handler)
        logger.propagate = False
