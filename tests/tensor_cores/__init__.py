"""Warp matrix instructions of CUDA: on CUDA's side of the executor, and ported to AMD's architectures."""
