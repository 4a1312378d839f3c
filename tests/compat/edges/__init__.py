"""Every scalar function of CUDA's headers at zeros, least and largest numbers, infinities, NaN.

An NVIDIA GPU's results are recorded (`record.py`); ports and CUDA's side of the executor are held
against them. What HIP's functions do otherwise stands in `known.toml`, with its reason.
"""
