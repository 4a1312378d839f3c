"""Attributes of kernels chosen by compiling: launch bounds, waves, registers, constants."""
