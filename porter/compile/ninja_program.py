"""Where ninja is."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from porter.errors import PorterError


def ninja_program() -> Path:
    """Return ninja: the one of its PyPI package, else one on the path.

    Raises:
        PorterError: it is not installed.
    """
    candidates = [shutil.which("ninja")]
    with contextlib.suppress(ImportError):
        import ninja

        candidates.insert(0, str(Path(ninja.BIN_DIR) / "ninja"))
    for candidate in candidates:
        if candidate is not None and Path(candidate).is_file():
            return Path(candidate)
    raise PorterError("ninja is not installed", hint="run `pip install ninja`")
