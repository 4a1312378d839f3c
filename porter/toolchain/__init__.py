"""Find or install a compiler for AMD GPUs and the headers it needs."""
