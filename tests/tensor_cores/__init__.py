"""Warp matrix instructions: on CUDA's side of the executor, and ported to AMD's processors."""
