"""C++ and CUDA sources: what they define, declare and mark for the device."""
