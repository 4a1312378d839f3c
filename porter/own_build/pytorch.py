"""What a build of a PyTorch extension against the cpu executor finds in its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from porter.files.regular import read_regular
from porter.own_build.installation import Against, Rocm

_BUILDERS = (b"torch.utils.cpp_extension", b"hip_extension")


def builds_with_pytorch(folder: Path) -> bool:
    """Tell whether a folder's `setup.py` builds by PyTorch's builder."""
    script = folder / "setup.py"
    if not script.is_file():
        return False
    data = read_regular(script)
    return any(name in data for name in _BUILDERS)


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
    }
