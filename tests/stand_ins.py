"""The executor's stand-ins for compilers as programs, for builds that call one by its path."""

from __future__ import annotations

import sys
from pathlib import Path

#: Name of a stand-in -> the function that runs it.
FUNCTIONS = {"porter-hipcc": "hipcc", "porter-clang++": "clang", "porter-nvcc": "nvcc"}


def stand_in(folder: Path, name: str) -> Path:
    """Write the stand-in `name` into `folder`, which is made, and return its path."""
    function = FUNCTIONS[name]
    path = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"#!{sys.executable}\n"
        f"from porter.execute.cpu.compiler_wrappers import {function}\n\n{function}()\n"
    )
    path.chmod(0o755)
    return path
