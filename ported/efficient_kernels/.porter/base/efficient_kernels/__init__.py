"""CUDA kernels behind one call each; prebuilt or compiled at first use."""

from efficient_kernels.gemm import ALGORITHMS, gemm
from efficient_kernels.loader import build_mode

__version__ = "0.1.0"

__all__ = ["ALGORITHMS", "build_mode", "gemm"]
