"""Packages with a folder of kernels for each architecture, one of which is built."""
