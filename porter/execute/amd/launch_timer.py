"""Builds the library that is preloaded into a HIP program to time its launches."""

from __future__ import annotations

from pathlib import Path

from porter.execute.amd.program import Device
from porter.execute.preloading import compiled
from porter.files.digests import digest_of
from porter.files.home import porter_home

_SOURCE = Path(__file__).with_name("launch_timer.cpp")
_FLAGS = ("-x", "c++", "-std=c++17", "-O1", "-shared", "-fPIC", "-D__HIP_PLATFORM_AMD__")


def launch_timer(gpu: Device) -> Path:
    """Return the library, compiled by hipcc as C++; once for each version.

    Raises:
        PorterError: it does not compile.
    """
    command = [str(gpu.compiler), *_FLAGS, str(_SOURCE), "-ldl"]
    key = digest_of(repr((command, gpu.version)).encode() + _SOURCE.read_bytes())
    library = porter_home() / "gpu-programs" / key / "libporter-times.so"
    return compiled(command, library, "times launches")
