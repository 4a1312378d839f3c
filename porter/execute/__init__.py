"""Where code runs: on an NVIDIA GPU, on an AMD GPU, or on the host's processor."""
