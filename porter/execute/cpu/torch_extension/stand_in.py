"""What stands in for a PyTorch built for ROCm while an extension builds by its own means."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.torch_extension.build import torch_library
from porter.toolchain.torch_headers import torch_headers

#: Libraries of PyTorch's that only its builds for ROCm have; the executor's is all of them.
_NAMES = ("libc10_hip.so", "libtorch_hip.so")


class StandIn(NamedTuple):
    """Headers and libraries.

    Attributes:
        modules: a folder for Python's path, which makes PyTorch say that it is built for ROCm.
        include_dirs: folders of headers, to be searched before PyTorch's own.
        folder: the folder of libraries.
        rocm_version: the ROCm that PyTorch says it is built for.
    """

    modules: Path
    include_dirs: tuple[Path, ...]
    folder: Path
    rocm_version: str


def stand_in(arch: str) -> StandIn:
    """Return what stands in for PyTorch's parts for an architecture; built when it is not there.

    Raises:
        PorterError: no toolchain or no PyTorch, or the library does not compile.
    """
    library = torch_library(arch)
    folder = library.parent / "named"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=library.parent) as directory:
            made = Path(directory) / folder.name
            made.mkdir()
            for name in _NAMES:
                (made / name).write_text(f'INPUT("{library}")\n', encoding="utf-8")
            with suppress(OSError):  # another process was faster
                made.rename(folder)
    return StandIn(
        Path(__file__).with_name("as_rocm"),
        torch_headers().include_dirs,
        folder,
        Compiler.default(arch).toolchain.rocm_version,
    )
