"""Runs of compilers and of the retargeter, whose messages become errors."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping

from porter.errors import PorterError

_ABSENT_HEADER = re.compile(r"fatal error: '([^'\n]+)' file not found")
_OF_CUDA = ("cuda", "curand", "cub/", "cudnn", "thrust/", "cooperative_groups", "nvrtc")
#: CUDA's libraries whose headers are a component of their own.
_OF_LIBRARIES = ("cublas", "cufft", "cusparse", "cusolver")
_LIBRARY_HINT = "run `porter toolchain install cuda-library-headers`"
_FOR_AMD = re.compile(r"when compiling for gfx\w+")
_CONVERT_HINT = (
    "this is a CUDA source: convert it first (`porter convert`), or run it as it is by "
    "`--arch sm_80`"
)

#: Settings of glibc's allocator for what is built of LLVM.
_ALLOCATOR = ("glibc.malloc.tcache_count=65535", "glibc.malloc.hugetlb=1")


def compiler_environment() -> dict[str, str]:
    """Return the environment in which compilers run.

    LLVM allocates and frees small objects by the million: a cache without a bound saves a
    twentieth of its time, and large pages a seventh. What is not glibc ignores both.
    """
    tunables = [os.environ.get("GLIBC_TUNABLES", ""), *_ALLOCATOR]
    return {**os.environ, "GLIBC_TUNABLES": ":".join(filter(None, tunables))}


def run(
    command: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a compiler to its end and keep what it writes.

    Args:
        command: its words.
        environment: in which it runs; by default that of compilers.
    """
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        errors="replace",
        env=environment or compiler_environment(),
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
    absent = _ABSENT_HEADER.search(messages)
    if absent is None:
        return None
    if _FOR_AMD.search(messages) and absent[1].startswith((*_OF_CUDA, *_OF_LIBRARIES)):
        return _CONVERT_HINT
    return _LIBRARY_HINT if absent[1].startswith(_OF_LIBRARIES) else None
