"""Ports with a folder of kernels for each architecture: another architecture, another operator."""
