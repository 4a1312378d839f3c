"""Which of a GPU's own functions an operator calls; decided once, when the package is imported."""

from collections.abc import Callable

from torch import Tensor

from ac4k_kernel.extension import kernels


def best(name: str) -> Callable[..., Tensor]:
    """Return the function `name` by warp group products where this build has it, else `name`."""
    return getattr(kernels, f"{name}_wgmma", None) or getattr(kernels, name)
