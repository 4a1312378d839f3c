"""Recordings of the CUDA side on a GPU, each with its provenance."""
