// What the units of the program share. Compiled as HIP and as CUDA.
#pragma once
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif

extern __constant__ int scale;
extern __device__ int table[4];
__device__ int neighbour(int value);
__device__ int twice(int value);
void prepare(const int *table, int scale);
