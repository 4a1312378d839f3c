"""What every command depends on beside its own files: porter itself, and what is installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import porter
from porter.files.home import porter_home

_SUFFIXES = (".py", ".toml", ".tsv", ".hpp", ".jinja")
#: Where an installed ROCm and CUDA are looked for, and the variables that name other places.
_SYSTEM = ("/opt", "/opt/rocm", "/usr/lib", "/usr/include", "/usr/local", "/usr/local/cuda")
_NAMED = ("ROCM_PATH", "HIP_PATH", "CUDA_HOME", "CUDA_PATH")


def tools() -> Iterator[str]:
    """Yield the files of porter, and folders that change when something is installed."""
    package = os.path.dirname(os.path.abspath(porter.__file__))
    for root in (package, f"{os.path.dirname(package)}/rules"):
        yield from _files_and_folders(root)
    yield from _SYSTEM
    yield from (os.environ[name] for name in _NAMED if os.environ.get(name))
    yield from (path for path in sys.path if path)
    yield from (path for path in os.environ.get("PATH", "").split(os.pathsep) if path)
    components = str(porter_home() / "toolchain")
    yield components
    if os.path.isdir(components):
        yield from (f"{components}/{name}" for name in os.listdir(components))


def _files_and_folders(root: str) -> Iterator[str]:
    """Yield the folders of porter's below `root`, and the files that decide what it does."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield folder
        yield from (f"{folder}/{name}" for name in files if name.endswith(_SUFFIXES))
