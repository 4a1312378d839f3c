"""Compile a port for AMD GPUs and report unit by unit."""
