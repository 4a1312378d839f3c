"""What is chosen for a CMake project before its script runs.

By `pyproject.toml`, and by whoever compiles its device code: an option for GPUs that is off by
default is on, as the units of a port are those for a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.compile.read.pyproject import Pyproject
from porter.source.build_files.cmake import Command
from porter.source.build_files.device_setting import device_setting


def chosen_before(root: Path, found: Sequence[Command]) -> dict[str, list[str]]:
    """Return variables with their values.

    Args:
        root: the project.
        found: the commands of its own `CMakeLists.txt`.
    """
    chosen = dict(Pyproject.of(root).variables)
    if (setting := device_setting(found)) is not None:
        chosen.setdefault(setting[0], [setting[1]])
    return chosen
