"""All that a port's own build would fail of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from porter.errors import PorterError
from porter.own_build.pytorch import setup_script
from porter.own_build.systems import System, targets
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.trial.cmake import CMakeTrial
from porter.trial.cmake_modules import module_complaints
from porter.trial.complaint import Complaint
from porter.trial.makefile import MakeTrial
from porter.trial.setup_py import setup_complaints


def stops_upstream(root: Path, place: str) -> bool:
    """Tell whether upstream's own build files stop at a place, for what is no matter of CUDA's.

    Args:
        root: upstream.
        place: `path:line`.
    """
    return any(
        one.is_upstreams and f"{one.path}:{one.line}" == place
        for one in build_file_complaints(root)
    )


def build_file_complaints(port: Path, *, asks: bool = False) -> Iterator[Complaint]:
    """Yield what the build files of a port ask for in vain, of those that it is built by.

    Args:
        port: the port.
        asks: ask CMake, too, whether its own modules find what is required.
    """
    try:
        found = targets(port)
    except PorterError:  # no build file, or none that can be read
        return
    for one in found:
        if one.system is System.CMAKE:
            trial = CMakeTrial(port, one.folder)
            yield from trial.complaints()
            if asks:
                yield from module_complaints(trial.required)
        elif one.system is System.MAKE:
            names = (one.folder / name for name in MAKEFILE_NAMES)
            yield from MakeTrial(port, next(filter(Path.is_file, names))).complaints()
        elif (script := setup_script(one.folder)) is not None:
            yield from setup_complaints(port, script)
