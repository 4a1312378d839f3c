"""Causal depthwise 1-D convolution with CUDA kernels for training and decoding."""

from causal_conv1d.interface import causal_conv1d_fn, causal_conv1d_update
from causal_conv1d.reference import causal_conv1d_ref, causal_conv1d_update_ref

__version__ = "0.1.0"

__all__ = [
    "causal_conv1d_fn",
    "causal_conv1d_ref",
    "causal_conv1d_update",
    "causal_conv1d_update_ref",
]
