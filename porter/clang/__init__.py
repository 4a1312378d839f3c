"""Semantic analysis of CUDA sources through libclang."""
