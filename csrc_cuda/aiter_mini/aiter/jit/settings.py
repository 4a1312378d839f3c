"""Directories and environment variables."""

import logging
import os
from pathlib import Path

AITER_ROOT_DIR = Path(__file__).resolve().parents[2]
#: An installed package carries its sources in aiter_meta.
AITER_META_DIR = (
    AITER_ROOT_DIR / "aiter_meta" if (AITER_ROOT_DIR / "aiter_meta").is_dir() else AITER_ROOT_DIR
)
AITER_CSRC_DIR = AITER_META_DIR / "csrc"
AITER_GRADLIB_DIR = AITER_META_DIR / "gradlib"
AITER_ASM_DIR = Path(os.environ.get("AITER_ASM_DIR") or AITER_META_DIR / "hsa")
#: Tuned tables, and how modules are built.
AITER_CONFIG_DIR = Path(__file__).resolve().parents[1] / "configs"
AITER_CONFIG = AITER_CONFIG_DIR / "optCompilerConfig.json"

logger = logging.getLogger("aiter")


def rocm_roots() -> list[Path]:
    """Where ROCm may be: what the environment names, then its usual place."""
    named = (os.environ.get(name) for name in ("ROCM_PATH", "ROCM_HOME", "HIP_PATH", "HIP_HOME"))
    return [Path(root) for root in (*named, "/opt/rocm") if root]


def jit_dir() -> Path:
    """Where built modules lie: AITER_JIT_DIR, else ~/.aiter/jit."""
    chosen = os.environ.get("AITER_JIT_DIR")
    return Path(chosen) if chosen else Path.home() / ".aiter" / "jit"


def must_rebuild() -> bool:
    """Whether AITER_REBUILD asks for every module anew."""
    return number("AITER_REBUILD") > 0


def log_more() -> int:
    """How much to tell: 0, 1 or 2."""
    return number("AITER_LOG_MORE")


def has_fp4x2() -> bool:
    """Whether modules know packed fp4: unless AITER_FP4x2 is 0."""
    return number("AITER_FP4x2", 1) > 0


def number(name: str, default: int = 0) -> int:
    """The value of an environment variable; `default` when it is not set."""
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isdigit():
        raise ValueError(f"{name}={text!r} is no number")
    return int(text)


def set_up_logging() -> None:
    """Write to standard error what AITER_LOG_MORE asks for."""
    level = (logging.WARNING, logging.INFO, logging.DEBUG)[min(log_more(), 2)]
    logger.setLevel(level)
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("[aiter] %(message)s"))
        logger.addHandler(handler)
        logger.propagate = False
