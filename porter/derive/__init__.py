"""Derives the tables from CUDA's and ROCm's own headers, and proves every row."""
