"""Builds the PyTorch extensions of a CUDA tree, or of a port, for an NVIDIA GPU."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from porter.compile.extensions import torch_extensions
from porter.compile.read.unit import Unit
from porter.errors import PorterError
from porter.execute.nvidia.program import Device
from porter.execute.older_pytorch import flags_for
from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.real_path import real_path
from porter.processes.child_python import python
from porter.processes.cores import cores

#: Run by the Python that has PyTorch; PyTorch's own loader compiles, and only what has changed.
_LOAD = """\
import json, sys
from torch.utils.cpp_extension import load
load(is_python_module=False, **json.loads(sys.argv[1]))
"""
#: The first major compute capability with instructions that later ones need not have.
_WITH_OWN_INSTRUCTIONS = 9


def build_extensions(
    folder: Path,
    gpu: Device,
    exclude: tuple[str, ...] = (),
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    on_failure: Callable[[str, PorterError], None] | None = None,
    built_by: str = "",
) -> dict[str, Path]:
    """Build the extensions that a tree's Python names, with the installed PyTorch.

    Several are built side by side: PyTorch's loader compiles the few units of one at once, and
    leaves most cores idle. MAX_JOBS, or this machine's cores, is the number of compilers of all.

    Args:
        folder: a CUDA tree; a port when `gpu` has headers for it.
        gpu: what to build for.
        exclude: patterns of paths to leave out.
        on_progress: called with how many of how many extensions are there.
        on_failure: is told of an extension that cannot be built, and the others are; None refuses
            them all.
        built_by: of several scripts that name one alike, the one that counts.

    Returns:
        Name under which Python imports it, such as "causal_conv1d._C" -> the module.

    Raises:
        PorterError: there is none, or PyTorch's loader fails.
    """
    extensions = torch_extensions(folder, exclude, gpu.arch, built_by)
    wanted = os.environ.get("MAX_JOBS", "")
    compilers = max(int(wanted), 1) if wanted.isdigit() else cores()
    at_once = min(len(extensions), compilers)
    made: dict[str, Path] = {}
    on_progress(0, len(extensions))
    with ThreadPoolExecutor(at_once) as pool:
        builds = {
            pool.submit(_built, name, real_path(folder), units, gpu, compilers // at_once): name
            for name, units in extensions.items()
        }
        for build in as_completed(builds):
            try:
                made[builds[build]] = build.result()
            except PorterError as error:
                if on_failure is None or len(extensions) == 1:
                    pool.shutdown(cancel_futures=True)
                    raise
                on_failure(builds[build], error)
            on_progress(len(made), len(extensions))
    return {name: made[name] for name in extensions if name in made}


def _built(name: str, folder: Path, units: list[Unit], gpu: Device, compilers: int) -> Path:
    module = name.rpartition(".")[2]
    scripts = sorted({unit.script for unit in units})
    key = f"{folder}\0{name}\0{scripts}".encode()
    place = porter_home() / "nvidia" / "extensions" / digest_of(key)
    place.mkdir(parents=True, exist_ok=True)
    includes = [str(path) for unit in units for path in unit.includes]
    # Flags that only clang knows stand for nvcc's own; -O3 and contraction are nvcc's habit.
    flags = [flag for unit in units for flag in unit.flags if flag.startswith(("-D", "-U"))]
    own = [*dict.fromkeys(flags), *(() if gpu.headers else flags_for(folder))]
    wanted = {
        "name": module,
        "sources": [str(folder / unit.source) for unit in units],
        "extra_include_paths": list(dict.fromkeys(includes)),
        "extra_cflags": ["-O2", *gpu.flags, *own],
        "extra_cuda_cflags": ["-O3", "--expt-relaxed-constexpr", *gpu.flags, *own],
        "build_directory": str(place),
        "with_cuda": True,  # an extension of host code alone may include CUDA's headers, too
    }
    environment = {
        **os.environ,
        "TORCH_CUDA_ARCH_LIST": _architecture(gpu.capability),
        "MAX_JOBS": str(compilers),
    }
    done = subprocess.run(
        python("-c", _LOAD, json.dumps(wanted)),
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    made = place / f"{module}.so"
    if done.returncode or not made.is_file():
        raise PorterError(f"PyTorch's loader: {_said(done)}", path=folder)
    return made


#: What a compiler's, a tool's and Python's own lines of an error have, the first one before all.
_TELLING = tuple(map(re.compile, (r"\berror:", r"\bfatal\b|\berror\b", r"^\w*+Error\b")))


def _said(done: subprocess.CompletedProcess[str]) -> str:
    """Return the line of an output that tells most: a compiler's, Python's, or the last."""
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    for pattern in _TELLING:
        if (first := next((line for line in lines if pattern.search(line)), None)) is not None:
            return first
    return lines[-1] if lines else f"it said nothing and ended with {done.returncode}"


def _architecture(capability: str) -> str:
    """Return a GPU's architecture as PyTorch's loader takes it, with the instructions of its own.

    Since compute capability 9.0 those (`wgmma`) are for this GPU alone, and so is what is built.
    """
    major, minor = capability[:-1], capability[-1]
    return f"{major}.{minor}{'a' if int(major) >= _WITH_OWN_INSTRUCTIONS else ''}"
