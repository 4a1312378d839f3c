"""CUDA programs on an NVIDIA GPU."""

from porter.execute.nvidia.program import Device, build_once, device, required

__all__ = ["Device", "build_once", "device", "required"]
