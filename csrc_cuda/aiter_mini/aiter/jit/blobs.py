"""Sources that a module's own generators write when it is built."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .settings import logger

#: What stands in a command for the folder to write to.
PLACE = "{}"


class BlobError(RuntimeError):
    """A generator failed, or wrote no source."""


def generate(commands: Sequence[str], archs: Sequence[str], folder: Path) -> list[str]:
    """Run the generators; return the sources that they wrote below `folder`.

    A command is a Python script with its arguments. It learns from GPU_ARCHS for which
    architectures it generates.

    Raises:
        BlobError: a command fails, or writes no source.
    """
    folder.mkdir()
    environment = {**os.environ, "GPU_ARCHS": ";".join(archs)}
    for command in commands:
        words = [word.replace(PLACE, str(folder)) for word in shlex.split(command)]
        if not Path(words[0]).is_file():
            raise BlobError(
                f"{words[0]}: no such generator; CK_DIR has to name Composable Kernel's sources"
            )
        logger.debug("%s", shlex.join(words))
        done = subprocess.run(
            [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise BlobError(f"{shlex.join(words)}\n{done.stdout}{done.stderr}".rstrip())
    found = sorted(str(path) for path in folder.rglob("*") if path.suffix in (".cu", ".cpp"))
    if not found:
        raise BlobError(f"{shlex.join(commands)}: wrote no source into {folder}")
    return found


def files_behind(commands: Sequence[str]) -> list[Path]:
    """The files that decide what is generated: scripts with what lies beside them, and tables."""
    found: set[Path] = set()
    for command in commands:
        for path in map(Path, shlex.split(command)):
            if path.is_file():
                found.add(path)
            if path.suffix == ".py" and path.is_file():
                found |= {one for one in path.parent.iterdir() if one.is_file()}
    return sorted(found)
