"""Compile a port for AMD GPUs and report unit by unit."""

from porter.build.driver import build
from porter.build.report import BuildReport, CompileError, TargetReport, UnitReport
from porter.build.resources import KernelUsage

__all__ = ["BuildReport", "CompileError", "KernelUsage", "TargetReport", "UnitReport", "build"]
