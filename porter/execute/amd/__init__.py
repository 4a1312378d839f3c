"""HIP programs on an AMD GPU."""

from porter.execute.amd.program import Device, device, required

__all__ = ["Device", "device", "required"]
