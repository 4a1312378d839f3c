"""Device code that a project leaves out unless it is told: the switch that brings it in.

`option(ENABLE_CUDA "…" OFF)`, `set(KIT cpu CACHE STRING …)`, a Makefile's `ifdef gpu`: the build
ends well, and nothing in it is compiled for a GPU. A `setup.py` that asks a variable or a word of
the command line for its extensions installs Python alone.
"""

from __future__ import annotations

import re
from pathlib import Path

from porter.compile.read.make_device_side import DeviceSide, device_side
from porter.files.regular import read_regular
from porter.own_build.device_code import hands_over, makefiles
from porter.own_build.systems import System, Target
from porter.project.discover import discover
from porter.source.build_files.cmake import CMakeSyntaxError, commands
from porter.source.build_files.device_setting import device_setting
from porter.source.build_files.makefile_names import MAKEFILE_NAMES

_DEVICE_SUFFIXES = (".cu", ".hip")
#: What CMake's Makefiles say of a target with device code: of the language, a compiler, FindCUDA.
_COMPILES = re.compile(rb"# compile (?:HIP|CUDA) with |\b(?:hipcc|nvcc)\b|_generated_\w")
#: The function by which every object with device code hands it over.
_REGISTERS = b"__hipRegisterFatBinary"


def leaves_out_device_code(target: Target, out: Path) -> bool:
    """Tell whether a build compiled nothing for a GPU, of a folder that holds sources for one.

    Args:
        target: what was built.
        out: CMake's folder, with its Makefiles, or what Python's was installed in.
    """
    if target.system is System.MAKE:
        return _side_of_make(target) is not None
    if not out.is_dir():
        return False
    if target.system is System.CMAKE:
        is_compiled = any(_COMPILES.search(data) for data in makefiles(out))
    else:
        is_compiled = target.system is not System.PYTHON or hands_over(out, _REGISTERS)
    if is_compiled:
        return False
    project = discover(target.folder)
    return any(
        one.path.endswith(_DEVICE_SUFFIXES) and not project.is_vendored(one.path)
        for one in project.entries
    )


def _side_of_make(target: Target) -> DeviceSide | None:
    found = (target.folder / name for name in MAKEFILE_NAMES)
    makefile = next((path for path in found if path.is_file()), None)
    return None if makefile is None else device_side(target.folder, makefile)


def device_switch(target: Target) -> tuple[str, ...]:
    """Return the setting that has a project's build compile device code; none where none is seen.

    Args:
        target: a project; its own `CMakeLists.txt` or Makefile is read.
    """
    if target.system is System.MAKE and (side := _side_of_make(target)) is not None:
        return (f"{side.name}={side.value}",)
    if target.system is System.MAKE:
        return ()
    try:
        found = commands(read_regular(target.folder / "CMakeLists.txt"))
    except (OSError, CMakeSyntaxError):
        return ()
    setting = device_setting(found)
    return () if setting is None else ("=".join(setting),)
