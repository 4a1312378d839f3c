"""Gives this process's PyTorch a GPU whose memory is the host's.

What the library (see `native/`) does: tensors of the device "cuda" are real tensors of PyTorch's
CUDA dispatch key, so that `is_cuda()`, device checks, guards and autograd take the ways that they
take on a GPU; their storage is host memory, and PyTorch's own operators on them are done by its
CPU kernels on that memory.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.execute.cpu.torch_extension.built_for_cuda import NAMES
from porter.execute.cpu.torch_extension.emulated_cuda import emulate
from porter.execute.cpu.torch_extension.ending import wait_for_autograd_at_exit
from porter.execute.cpu.torch_extension.versions import tell

#: PyTorch's libraries in the order in which they need each other.
_LIBRARIES = ("torch_global_deps", "c10", "torch_cpu", "torch", "torch_python")


def provide(library: Path) -> Callable[[], str]:
    """Give PyTorch the device "cuda". To be called before anything imports PyTorch.

    Args:
        library: what `build_extensions` made to stand in for PyTorch's library for GPUs.

    Returns:
        A function that says what has gone wrong on the device and was not reported yet, such as a
        kernel that ran into memory which is not there; an empty text when nothing has.

    Raises:
        PorterError: PyTorch is loaded already, or is not installed.
    """
    loaded = load(library)
    import torch

    tell(torch)
    return adapt(torch, loaded)


def load(library: Path) -> ctypes.CDLL:
    """Load the library with what it needs of PyTorch, which is not imported yet.

    Raises:
        PorterError: PyTorch is loaded already, or is not installed.
    """
    if "torch" in sys.modules:
        raise PorterError("PyTorch was imported before the cpu executor could provide its device")
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        raise PorterError("torch is not installed", hint="run `pip install torch`")
    # PyTorch asks for the hooks of GPUs once, while it is imported: ours must be there by then.
    own = Path(spec.origin).parent / "lib"
    stood_in = [path for name in NAMES if (path := library.parent / name).is_file()]
    first = [own / f"lib{name}.so" for name in (_LIBRARIES[:3] if stood_in else _LIBRARIES)]
    for path in (*stood_in, *filter(Path.is_file, first)):
        ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    # A PyTorch for CUDA takes functions from the library when its last parts are loaded with it.
    return ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL if stood_in else ctypes.DEFAULT_MODE)


def adapt(torch: Any, loaded: ctypes.CDLL) -> Callable[[], str]:
    """Make PyTorch, imported after `load`, answer for the device; return what `provide` does."""
    pending = loaded.porter_device_error
    pending.restype = ctypes.c_char_p

    def error() -> str:
        text: bytes | None = pending()
        return "" if text is None else text.decode()

    emulate(torch, loaded, error)
    wait_for_autograd_at_exit(loaded)
    return error
