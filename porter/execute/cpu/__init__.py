"""The cpu executor: device code on the host's processor, with the wavefront of the GPU."""

from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.module import Kernel, KernelFault, Module
from porter.execute.cpu.program import Program, Run, TimedOut, build
from porter.execute.cpu.stream import Stream

__all__ = [
    "Architecture",
    "Kernel",
    "KernelFault",
    "Module",
    "Program",
    "Run",
    "Stream",
    "TimedOut",
    "build",
]
