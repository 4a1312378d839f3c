"""Builds the library that is preloaded into a CUDA program to record its launches; see `trace/`."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.execute.gpu_build import first_error
from porter.execute.nvidia.program import Device
from porter.files.digests import digest_of
from porter.files.home import porter_home

_SOURCES = Path(__file__).parent / "trace"
#: What it shares with the cpu executor, so that traces of both can be compared.
_SHARED = Path(__file__).parents[1] / "cpu" / "native"
_FLAGS = ("-std=c++17", "-O1", "-shared")


def interposer_for(gpu: Device) -> Path:
    """Return the library, compiled by nvcc's host compiler.

    Raises:
        PorterError: it does not compile.
    """
    words = (str(gpu.nvcc), "-cudart", "none", "-Xcompiler", "-fPIC", "-x", "c++")
    return interposer(words, content=gpu.toolkit)


def interposer(compiler: Sequence[str], *, content: str = "") -> Path:
    """Return the library; compiled once for each version of its sources.

    Args:
        compiler: a C++ compiler that finds CUDA's headers, with its flags.
        content: what else it depends on, such as the version of the compiler.

    Raises:
        PorterError: it does not compile.
    """
    shared = sorted((_SHARED / "trace").glob("*.h"))
    files = [*sorted(_SOURCES.glob("*")), *shared]
    parts = [path.read_bytes() for path in files]
    key = digest_of("\0".join((*compiler, *_FLAGS, content)).encode() + b"\0".join(parts))
    library = porter_home() / "nvidia" / "interposers" / key / "libporter-trace.so"
    if library.is_file():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    sources = [str(path) for path in files if path.suffix == ".cpp"]
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        made = Path(folder) / library.name
        command = [*compiler, *_FLAGS, f"-I{_SHARED}", *sources, "-ldl", "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            first = first_error((done.stderr or done.stdout).splitlines())
            raise PorterError(f"the library that traces launches does not compile: {first}")
        made.replace(library)
    return library


def preloaded(library: Path) -> dict[str, str]:
    """Return the variables that load the library into a program."""
    others = os.environ.get("LD_PRELOAD", "")
    return {"LD_PRELOAD": f"{library}:{others}" if others else str(library)}
