"""What a compiler made of kernels, read from their machine code."""
