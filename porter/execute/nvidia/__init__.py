"""CUDA programs on an NVIDIA GPU."""

from porter.execute.nvidia.program import Device, device

__all__ = ["Device", "device"]
