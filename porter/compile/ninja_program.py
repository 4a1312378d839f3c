"""Where ninja is, and whether a folder that it has built is as its files say."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path

from porter.errors import PorterError

_NOTHING = "ninja: no work to do."


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


def nothing_to_do(folder: Path) -> bool:
    """Tell whether ninja would do nothing in a folder; it is asked, and does nothing either way."""
    command = [str(ninja_program()), "-C", str(folder), "-n"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode == 0 and done.stdout.rstrip().endswith(_NOTHING)
