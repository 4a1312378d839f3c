"""Executors: an NVIDIA GPU, an AMD GPU, or the host's processor."""
