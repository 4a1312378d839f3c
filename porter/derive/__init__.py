"""Derives the tables from CUDA's and ROCm's headers, and proves every row."""
