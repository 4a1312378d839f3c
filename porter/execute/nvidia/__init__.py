"""CUDA programs on an NVIDIA GPU."""

from porter.execute.nvidia.program import Device, device, required

__all__ = ["Device", "device", "required"]
