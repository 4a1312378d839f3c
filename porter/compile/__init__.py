"""Compile a port for AMD GPUs and report unit by unit."""

from porter.compile.driver import build
from porter.compile.report import BuildReport, CompileError, TargetReport, UnitReport
from porter.compile.resources import KernelUsage

__all__ = ["BuildReport", "CompileError", "KernelUsage", "TargetReport", "UnitReport", "build"]
