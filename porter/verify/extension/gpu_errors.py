"""Asks an NVIDIA GPU whether a kernel has failed since it was launched."""

from __future__ import annotations


def gpu_error() -> str:
    """Return what went wrong on the GPU, in one line; empty where nothing did.

    After an error of a kernel, such as an illegal access, the process gets the same error for
    whatever it asks of the GPU (CUDA C++ Programming Guide, "Error Checking").
    """
    import torch

    if not torch.cuda.is_initialized():  # type: ignore[no-untyped-call]
        return ""
    try:
        torch.cuda.synchronize()
    except RuntimeError as error:
        return str(error).partition("\n")[0]
    return ""
