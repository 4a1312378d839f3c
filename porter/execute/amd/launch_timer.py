"""Builds the library that is preloaded into a HIP program to time its launches."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from porter.errors import PorterError
from porter.execute.amd.program import Device
from porter.execute.gpu_build import first_error
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
    if library.is_file():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        made = Path(folder) / library.name
        done = subprocess.run([*command, "-o", str(made)], capture_output=True, text=True,
                              check=False)  # fmt: skip
        if done.returncode:
            first = first_error((done.stderr or done.stdout).splitlines())
            raise PorterError(f"the library that times launches does not compile: {first}")
        made.replace(library)
    return library
