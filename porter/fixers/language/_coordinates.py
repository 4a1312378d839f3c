"""The variables that hold a thread's place."""

#: Source: CUDA C++ Programming Guide, "Built-in Variables".
BUILT_IN = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim"))
