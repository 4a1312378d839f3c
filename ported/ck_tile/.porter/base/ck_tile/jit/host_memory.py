"""Tensors of the host as memory of the GPU, while a module of the stand-in's runs."""

import ctypes
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


@contextmanager
def lent(module: ModuleType, values: Iterable[Any]) -> Iterator[None]:
    """Make the memory of tensors known to HIP's runtime, which fills and copies no other."""
    runtime = ctypes.CDLL(module.__file__)  # what the module is linked with is found through it
    storages = {
        one.untyped_storage().data_ptr(): one.untyped_storage().nbytes()
        for one in values
        if hasattr(one, "untyped_storage")
    }
    taken = []
    for pointer, size in storages.items():
        if (
            size
            and runtime.hipHostRegister(ctypes.c_void_p(pointer), ctypes.c_size_t(size), 0) == 0
        ):
            taken.append(pointer)
    runtime.hipGetLastError()  # of memory that somebody else has lent already
    try:
        yield
    finally:
        for pointer in taken:
            runtime.hipHostUnregister(ctypes.c_void_p(pointer))
