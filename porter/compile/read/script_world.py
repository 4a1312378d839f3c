"""What a `setup.py` finds on the machine that it is read for: PyTorch, its device, variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from porter.project.architecture_folders import folder_for
from porter.toolchain.torch_headers import HIPCC_DEFINES, NVCC_DEFINES

#: Variables that say what this machine has, for which the facts have what is built on.
_OF_THE_MACHINE = re.compile(
    r"(?:CUDA|ROCM|HIP)_?(?:HOME|PATH|ROOT|ROOT_DIR)\Z|.*_ARCH(?:_LIST)?\Z"
)
#: A variable by which a user names one architecture. PyTorch's own name lists of them.
_NAMES_ARCH = re.compile(r"(?!(?:PY)?TORCH_[A-Z]+_ARCH\Z)\w+_(?:CUDA|ROCM|HIP|GPU)_ARCH\Z")

#: What a script finds on a machine with ROCm's PyTorch, which a port is built on.
_ROCM: dict[str, Any] = {
    "torch.cuda.is_available": lambda: True,
    "torch.cuda.device_count": lambda: 1,
    "torch.has_cuda": True,
    "torch.backends.cuda.is_built": lambda: True,
    "torch.version.cuda": None,
    "torch.version.hip": "6.4",
    "torch.utils.cpp_extension.CUDA_HOME": "/opt/rocm",
    "torch.utils.cpp_extension.ROCM_HOME": "/opt/rocm",
    "torch.utils.cpp_extension.IS_HIP_EXTENSION": True,
}
#: What CUDA's own tree finds where it is built for an NVIDIA architecture: by `torch.version.hip`
#: many a script defines USE_ROCM, and then PyTorch's headers ask for hipSOLVER's.
_CUDA: dict[str, Any] = {
    **_ROCM,
    "torch.version.cuda": "12.8",
    "torch.version.hip": None,
    "torch.utils.cpp_extension.CUDA_HOME": "/usr/local/cuda",
    "torch.utils.cpp_extension.ROCM_HOME": None,
    "torch.utils.cpp_extension.IS_HIP_EXTENSION": False,
}

#: Lists of PyTorch's from which a script may take flags.
_COMMON_FLAGS = {
    "torch.utils.cpp_extension.COMMON_HIPCC_FLAGS": HIPCC_DEFINES,
    "torch.utils.cpp_extension.COMMON_NVCC_FLAGS": NVCC_DEFINES,
}

#: Variables that name the toolkit where it is installed: scripts ask whether they are there.
_HOMES = {
    "ROCM_HOME": "/opt/rocm", "ROCM_PATH": "/opt/rocm", "HIP_PATH": "/opt/rocm",
}  # fmt: skip
_CUDA_HOMES = {"CUDA_HOME": "/usr/local/cuda", "CUDA_PATH": "/usr/local/cuda"}


def world_for(arch: str, paths: Sequence[str] = ()) -> dict[str, Any]:
    """Return what a script finds where a tree is built for an architecture.

    Args:
        arch: CUDA's PyTorch is found for an NVIDIA one ("sm_80"), ROCm's for all others and "".
        paths: the files of the tree. The folder that holds the code for `arch` is what the
            variables that name one architecture have.
    """
    facts = _CUDA if arch.startswith("sm_") else _ROCM
    return _world(facts, folder_for(paths, arch) if arch else "")


def world_of_rocm(arch: str = "") -> dict[str, Any]:
    """Return what a port's script finds on a machine with ROCm.

    The variables that a user has set count, as they do for the script itself: by
    `MAMBA_KEEP_CUDA_BUILD=TRUE` and the like a user asks for what is not built otherwise.

    Args:
        arch: what is in the variables that name one architecture; none where it is empty.
    """
    return _world(_ROCM, arch)


def taken_away(world: Mapping[str, Any]) -> list[str]:
    """Return the macros that PyTorch defines for kernels, and that a script has taken away.

    Args:
        world: what `world_for` returned, after the script was read.
    """
    return [
        define.partition("=")[0]
        for name, defines in _COMMON_FLAGS.items()
        for define in defines
        if f"-D{define}" not in world[name]
    ]


def _world(facts: Mapping[str, Any], arch: str) -> dict[str, Any]:
    users = {name: value for name, value in os.environ.items() if not _OF_THE_MACHINE.match(name)}
    homes = _CUDA_HOMES if facts is _CUDA else _HOMES
    chosen = _Variables({**users, **homes}, arch)
    common = {name: [f"-D{one}" for one in defines] for name, defines in _COMMON_FLAGS.items()}
    environment = {"os.environ": chosen, "os.environ.get": chosen.get, "os.getenv": chosen.get}
    return {**facts, **common, **environment}


class _Variables(dict[str, str]):
    """The variables of a script's environment, whichever way it looks into them."""

    def __init__(self, chosen: Mapping[str, str], arch: str) -> None:
        super().__init__(chosen)
        self._arch = arch

    def __contains__(self, name: object) -> bool:
        return self._names_arch(name) or super().__contains__(name)

    def __getitem__(self, name: str) -> str:
        return self._arch if self._names_arch(name) else super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        return self._arch if self._names_arch(name) else super().get(name, default)

    def copy(self) -> _Variables:
        return _Variables(self, self._arch)

    def _names_arch(self, name: object) -> bool:
        return bool(self._arch) and isinstance(name, str) and bool(_NAMES_ARCH.match(name))
