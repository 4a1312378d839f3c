"""What a build of a PyTorch extension against the cpu executor finds in its environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from porter.compile.read.setup_py import is_setup_script
from porter.files.regular import read_regular
from porter.own_build.installation import Against, Rocm

_BUILDERS = re.compile(
    rb"(?m)\btorch\.utils\.cpp_extension\b|^[ \t]*+from torch\.utils import [^\n]*\bcpp_extension\b"
    rb"|\bhip_extension\b"
)

#: Among C's flags, gcc takes it, too: options that it does not know may be turned off.
_NARROWING = "-Wno-c++11-narrowing"


def setup_script(folder: Path) -> Path | None:
    """Return the script by which setuptools builds in a folder; None where there is none.

    Without a `setup.py` it is the only script beside that builds extensions of PyTorch, as
    `setup_cuda.py`, or `build.py`.

    Args:
        folder: a folder.

    Raises:
        OSError: the folder or a script cannot be read.
    """
    script = folder / "setup.py"
    if script.is_file():
        return script
    found = [one for one in sorted(folder.glob("*.py")) if is_setup_script(folder, one.name)]
    found = [one for one in found if one.is_file() and _names_builder(one)]
    return found[0] if len(found) == 1 else None


def builds_with_pytorch(folder: Path) -> bool:
    """Tell whether a folder's `setup.py`, or what takes its place, builds by PyTorch's builder."""
    script = setup_script(folder)
    return script is not None and _names_builder(script)


def _names_builder(script: Path) -> bool:
    return _BUILDERS.search(read_regular(script)) is not None


def pytorch_environment(rocm: Rocm, outer: Mapping[str, str]) -> dict[str, str]:
    """Return the variables with which the installed PyTorch builds for the executor.

    Against an installed ROCm there are none: PyTorch must be built for it.

    Args:
        rocm: what is built against.
        outer: the variables around them.

    Raises:
        PorterError: there is no PyTorch, or its library for the executor does not build.
    """
    if rocm.against is not Against.CPU:
        return {}
    from porter.execute.cpu.torch_extension.stand_in import stand_in

    library = stand_in(rocm.arch.partition(",")[0])
    return {
        "PYTHONPATH": os.pathsep.join(
            filter(None, (str(library.modules), outer.get("PYTHONPATH", "")))
        ),
        "PORTER_TORCH_HEADERS": os.pathsep.join(map(str, library.include_dirs)),
        "PORTER_TORCH_LIBRARIES": str(library.folder),
        "PORTER_TORCH_ROCM": library.rocm_version,
        "CXX": str(rocm.clang),
        # g++, which compiles the host's units for an installed ROCm, warns of it alone.
        "CPPFLAGS": " ".join(filter(None, (outer.get("CPPFLAGS", ""), _NARROWING))),
    }
