"""Runs of compilers and of the retargeter, whose messages become errors."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping

from porter.errors import PorterError

#: Headers of CUDA's, and those of its libraries, which are a component of their own.
_CUDA_HEADER = re.compile(r"'cu(da|rand|blas|fft|sparse|solver|dnn|b/)[\w./]*' file not found")
_LIBRARY_HEADER = re.compile(r"'cu(blas|fft|sparse|solver)\w*\.h' file not found")
_LIBRARY_HINT = "run `porter toolchain install cuda-library-headers`"
_FOR_AMD = re.compile(r"when compiling for gfx\w+")
_CONVERT_HINT = (
    "this is a CUDA source: convert it first (`porter convert`), or run it as it is by "
    "`--arch sm_80`"
)


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
        message = f"cannot build for the cpu executor\n{done.stderr.strip()}"
        raise PorterError(message, hint=_hint(done.stderr))
    return done.stdout


def _hint(messages: str) -> str | None:
    """Return what to do about what a compiler did not find."""
    if _CUDA_HEADER.search(messages) and _FOR_AMD.search(messages):
        return _CONVERT_HINT
    return _LIBRARY_HINT if _LIBRARY_HEADER.search(messages) else None
