"""The compiled kernels, loaded at first use, so that the reference works without them."""

from __future__ import annotations

import functools
import importlib
from types import ModuleType


@functools.cache
def kernels() -> ModuleType:
    """The extension `causal_conv1d._C`.

    Raises:
        ImportError: it is not built, or was built for another PyTorch.
    """
    try:
        return importlib.import_module("causal_conv1d._C")
    except ImportError as error:
        raise ImportError(
            f"the kernels of causal_conv1d cannot be loaded ({error}); "
            "build them with `pip install --no-build-isolation .` or `./compile.sh`"
        ) from error
