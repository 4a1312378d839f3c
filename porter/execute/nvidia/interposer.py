"""Builds the library that is preloaded into a CUDA program to record its launches; see `trace/`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.execute.nvidia.program import Device
from porter.execute.preloading import compiled
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
    sources = [str(path) for path in files if path.suffix == ".cpp"]
    command = [*compiler, *_FLAGS, f"-I{_SHARED}", *sources, "-ldl"]
    return compiled(command, library, "traces launches")
