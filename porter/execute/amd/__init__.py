"""HIP programs on an AMD GPU."""

from porter.execute.amd.program import Device, device

__all__ = ["Device", "device"]
