"""C++ and CUDA sources: definitions, declarations and device functions."""
