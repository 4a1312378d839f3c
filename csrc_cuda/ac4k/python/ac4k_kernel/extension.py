"""The compiled operators, and what they were compiled for."""

import torch  # its libraries are what the kernels link to

from ac4k_kernel import _cuda_ops as kernels

#: What operators take and give as float8.
FLOAT8 = torch.float8_e4m3fn


def get_backend() -> str:
    """Return the backend that the kernels were built for: "cuda"."""
    return kernels.__backend__


def get_arch() -> str:
    """Return the architecture that the kernels were built for, such as "sm90a"."""
    return kernels.__arch__
