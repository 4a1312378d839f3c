"""What a C++ compiler knows of CUDA sources, asked through libclang."""
