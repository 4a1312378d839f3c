"""Arrays of NumPy for modules that know no PyTorch: given to them, and taken from them."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from porter.verify.extension.cases import Output

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

#: Is set in a process whose device is the executor.
_EXECUTOR = "PORTER_CPU_ARCH"


class _Memory:
    """Memory of a tensor, as NumPy asks for it; the tensor lives as long.

    Args:
        tensor: a dense one in the host's memory.
        dtype: its type, as NumPy has it.
    """

    def __init__(self, tensor: Tensor, dtype: str) -> None:
        self.tensor = tensor
        self.__array_interface__ = {
            "version": 3,
            "shape": tuple(tensor.shape),
            "typestr": dtype,
            "data": (tensor.data_ptr(), False),
        }


def as_array(tensor: Tensor) -> NDArray[Any]:
    """Return a tensor's elements as an array of NumPy, dense, in the host's memory.

    On the executor, whose device memory is the host's, it is the same memory: with what lies behind
    the tensor, so that code which reads more than its elements gets the same on all sides.

    Args:
        tensor: on the device of a side.
    """
    import numpy as np

    dtype = np.dtype(str(tensor.dtype).removeprefix("torch."))
    dense = tensor.detach().contiguous()
    if not dense.is_cuda or _EXECUTOR in os.environ:
        return np.asarray(_Memory(dense, dtype.str))
    found: NDArray[Any] = dense.cpu().numpy()
    return found


def as_output(value: Any) -> Output:
    """Return an output of a case with a tensor, made of an array or a number of Python's.

    Args:
        value: what a case gave, an output or what one is of.
    """
    import numpy as np
    import torch

    given = value if isinstance(value, Output) else Output(value)
    match given.tensor:
        case np.ndarray() | np.generic():
            return replace(given, tensor=torch.from_numpy(np.array(given.tensor, order="C")))
        case float():
            return replace(given, tensor=torch.tensor(given.tensor, dtype=torch.float64))
        case int() | complex():
            return replace(given, tensor=torch.tensor(given.tensor))
    return given
