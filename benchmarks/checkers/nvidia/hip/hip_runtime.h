// The little of HIP that the programs of the comparison use, in CUDA's names, for nvcc.
#pragma once
#include <cuda_runtime.h>

#define hipMalloc cudaMalloc
#define hipFree cudaFree
#define hipMemset cudaMemset
#define hipMemset2D cudaMemset2D
#define hipMemcpy cudaMemcpy
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipHostRegister cudaHostRegister
#define hipHostUnregister cudaHostUnregister
#define hipHostMalloc cudaHostAlloc
#define hipHostFree cudaFreeHost
#define hipMallocManaged cudaMallocManaged
#define hipMemAttachGlobal cudaMemAttachGlobal
#define hipMallocPitch cudaMallocPitch
#define hipMallocAsync cudaMallocAsync
#define hipFreeAsync cudaFreeAsync
#define hipExtMallocWithFlags(pointer, bytes, flags) cudaMalloc(pointer, bytes)
#define hipPitchedPtr cudaPitchedPtr
#define hipMalloc3D cudaMalloc3D
#define make_hipExtent make_cudaExtent
#define hipArray_t cudaArray_t
#define hipChannelFormatDesc cudaChannelFormatDesc
#define hipCreateChannelDesc cudaCreateChannelDesc
#define hipMallocArray cudaMallocArray
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipLaunchCooperativeKernel cudaLaunchCooperativeKernel
#define __builtin_amdgcn_wave_barrier __syncwarp
