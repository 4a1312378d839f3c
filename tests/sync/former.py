"""An earlier porter, as a package of its own in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSION = "0.0.9"


class Former:
    """Porter with an earlier version and without the rows of some names.

    Args:
        folder: where it is put.
        unknown: CUDA names that its tables do not have.
    """

    def __init__(self, folder: Path, *unknown: str) -> None:
        self._folder = folder
        no_cache = shutil.ignore_patterns("__pycache__")
        for name in ("porter", "rules"):
            shutil.copytree(ROOT / name, folder / name, ignore=no_cache)
        path = folder / "porter" / "__init__.py"
        path.write_text(f'"""porter."""\n\n__version__ = "{VERSION}"\n')
        for table in (folder / "rules" / "cuda-hip").glob("*.tsv"):
            lines = table.read_text().splitlines(keepends=True)
            table.write_text("".join(one for one in lines if one.split("\t")[0] not in unknown))

    def sync(self, root: Path) -> None:
        """Run `porter sync` in `root`."""
        subprocess.run(
            [sys.executable, "-m", "porter", "sync"], cwd=root, check=True, capture_output=True,
            env={**os.environ, "PYTHONPATH": str(self._folder)},
        )  # fmt: skip
