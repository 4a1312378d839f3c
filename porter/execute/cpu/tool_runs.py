"""Runs of compilers and of the retargeter, whose messages become errors."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping

from porter.errors import PorterError

#: Headers of CUDA's libraries, which are a component of their own.
_LIBRARY_HEADER = re.compile(r"'cu(blas|fft|sparse|solver)\w*\.h' file not found")
_LIBRARY_HINT = "run `porter toolchain install cuda-library-headers`"


def run(
    command: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and keep what it writes."""
    return subprocess.run(
        command, capture_output=True, text=True, check=False, errors="replace", env=environment
    )


def output_of(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a command wrote.

    Raises:
        PorterError: it failed.
    """
    if done.returncode:
        hint = _LIBRARY_HINT if _LIBRARY_HEADER.search(done.stderr) else None
        raise PorterError(f"cannot build for the cpu executor\n{done.stderr.strip()}", hint=hint)
    return done.stdout
