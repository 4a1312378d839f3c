"""Which toolkit PyTorch says it is built for where the cpu executor is its GPU.

Packages ask it: those of PyTorch Geometric refuse extensions that were compiled for another CUDA.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from porter.execute.cpu.architecture import CUDA
from porter.toolchain.cuda import cuda_version
from porter.toolchain.discovery import find

#: Variables of a process, which `as_rocm/sitecustomize.py` reads, too.
_ROCM, _CUDA = "PORTER_TORCH_ROCM", "PORTER_TORCH_CUDA"
#: Of a machine without CUDA's headers.
_USUAL_CUDA = "12.0"


def versions(arch: str) -> dict[str, str]:
    """Return the variables of a process whose device follows an architecture.

    Args:
        arch: that; sm_80 is CUDA.

    Raises:
        PorterError: there is no toolchain.
    """
    toolchain = find(for_executor=True)
    if arch != CUDA:
        return {_ROCM: toolchain.rocm_version}
    toolkit = toolchain.parsable_cuda_path  # that of which the executor's compiler takes headers
    return {_CUDA: (cuda_version(toolkit) if toolkit else "") or _USUAL_CUDA}


def tell(torch: Any, environment: Mapping[str, str] = os.environ) -> None:
    """Make PyTorch say what the variables of this process do, if there are any."""
    rocm, cuda = environment.get(_ROCM), environment.get(_CUDA)
    if rocm or cuda:
        torch.version.hip, torch.version.cuda = rocm or None, cuda or None
