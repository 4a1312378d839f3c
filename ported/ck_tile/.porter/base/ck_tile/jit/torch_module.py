"""What compiles and loads a module that takes PyTorch's tensors."""

import importlib.machinery
import importlib.util
import sysconfig
from functools import cache
from pathlib import Path
from types import ModuleType


@cache
def _folders() -> list[str]:
    import torch

    root = Path(torch.__file__).parent / "include"
    return [str(root), str(root / "torch/csrc/api/include"), sysconfig.get_paths()["include"]]


def flags(name: str) -> list[str]:
    """The compiler's flags for a module of Python's called `name`."""
    import torch

    version = tuple(map(int, torch.__version__.split("+")[0].split(".")[:2]))
    return [
        "-std=c++20" if version >= (2, 11) else "-std=c++17",
        f"-DTORCH_EXTENSION_NAME={name}",
        f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}",
        *(f"-isystem{folder}" for folder in _folders()),
    ]


def libraries() -> list[str]:
    """The linker's flags for PyTorch's libraries, which are loaded before any module."""
    import torch

    folder = Path(torch.__file__).parent / "lib"
    names = ("c10", "torch", "torch_cpu", "torch_python", "c10_hip", "torch_hip")
    there = [f"-l{name}" for name in names if (folder / f"lib{name}.so").is_file()]
    return [f"-L{folder}", *there]


def load(name: str, path: Path) -> ModuleType:
    """Import a module that was built."""
    import torch  # noqa: F401  its libraries have to be there before the module

    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
