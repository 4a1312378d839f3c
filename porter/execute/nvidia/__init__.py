"""CUDA programs on an NVIDIA GPU."""

from porter.execute.nvidia.program import Device, build, device

__all__ = ["Device", "build", "device"]
