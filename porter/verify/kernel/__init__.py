"""Kernels verified: launched on both sides with the same arguments."""
