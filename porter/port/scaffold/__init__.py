"""Ports that build with one command: PyTorch extensions, CMake projects, plain Makefiles.

A kind of project decides which files go beside the converted sources. They are rendered from the
templates here; build files of upstream's at the root that the kind writes itself, or that call
CUDA's compiler, are left out for them, and the port's own README says so.
"""
