"""Libraries that are preloaded into a program, each compiled once."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.execute.gpu_build import first_error


def compiled(command: Sequence[str], library: Path, what: str) -> Path:
    """Return a library, compiled unless it is there.

    Args:
        command: the compiler with all that it is told but where to write.
        library: the file, in a folder that nothing else is in: its name says what it was made of.
        what: what it does, for a message.

    Raises:
        PorterError: it does not compile.
    """
    if library.is_file():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        made = Path(folder) / library.name
        words = [*command, "-o", str(made)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            first = first_error((done.stderr or done.stdout).splitlines())
            raise PorterError(f"the library that {what} does not compile: {first}")
        made.replace(library)
    return library


def preloaded(library: Path, variables: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the variables that load a library into a program.

    Args:
        library: the library, which comes before others.
        variables: what the program is given otherwise.
    """
    others = variables.get("LD_PRELOAD", "")
    return {"LD_PRELOAD": f"{library}:{others}" if others else str(library)}
