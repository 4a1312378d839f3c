"""porter: port CUDA code to HIP (ROCm), prove the port, and keep it ported."""

__version__ = "0.2.0"
