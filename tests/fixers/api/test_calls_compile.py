"""Calls of CUDA's C++ API, in every form that a rule adapts, type-check as HIP afterwards."""

import pytest

pytestmark = pytest.mark.toolchain

CALLS = """\
#include <cuda_runtime.h>
__constant__ float table[4];
__device__ float one;
template <typename T, int N> __global__ void wide(T *p) { p[threadIdx.x] = table[0] + one; }
__global__ void plain(float *p) { *p = 1; }

void symbols(float *p, void *q, cudaStream_t stream, cudaGraph_t graph) {
  size_t size;
  cudaGraphNode_t node;
  cudaMemcpyToSymbol(table, p, sizeof(table));
  cudaMemcpyToSymbol(one, p, 4, 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol((const void *)&one, p, 4);
  cudaMemcpyToSymbolAsync(table, p, 4, 0, cudaMemcpyHostToDevice, stream);
  cudaMemcpyFromSymbol(p, table, 16);
  cudaMemcpyFromSymbolAsync(p, one, 4, 0, cudaMemcpyDeviceToHost, stream);
  cudaGetSymbolAddress(&q, one);
  cudaGetSymbolAddress((void **)&p, table);
  cudaGetSymbolSize(&size, table);
  cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, table, p, 8, 0, cudaMemcpyHostToDevice);
  cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, p, one, 4, 0, cudaMemcpyDeviceToHost);
}

template <typename T>
void kernels(float *p, bool b, cudaStream_t stream) {
  void *arguments[] = {&p};
  int grid, block, blocks;
  cudaFuncAttributes attributes;
  cudaFuncSetAttribute(wide<T, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096);
  cudaFuncSetAttribute(&plain, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaFuncGetAttributes(&attributes, wide<T, 4>);
  cudaFuncSetCacheConfig(b ? wide<T, 4> : wide<T, 8>, cudaFuncCachePreferL1);
  cudaFuncSetSharedMemConfig(plain, cudaSharedMemBankSizeEightByte);
  cudaLaunchKernel(wide<T, 4>, dim3(1), dim3(64), arguments, 0, stream);
  cudaLaunchKernel((void *)plain, 1, 64, arguments);
  auto *kernel = &wide<T, 8>;
  cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared);
  cudaLaunchCooperativeKernel(plain, 1, 64, arguments);
  cudaLaunchCooperativeKernel((void *)wide<T, 4>, dim3(1), dim3(64), arguments, 0);
  cudaLaunchCooperativeKernel((const void *)plain, 1, 64, arguments, 0, stream);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, wide<T, 4>, 256, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, wide<T, 4>);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, wide<T, 4>, [](int n) { return n * sizeof(T); });
}
template void kernels<float>(float *, bool, cudaStream_t);

void overloads(float *p, cudaStream_t stream, cudaMemPool_t pool, cudaGraph_t graph) {
  cudaEvent_t event;
  cudaGraphExec_t exec;
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaEventCreate(&event);
  cudaEventCreate(&event, cudaEventDisableTiming);
  cudaMallocAsync(&p, 4, stream);
  cudaMallocAsync(&p, 4, pool, stream);
  cudaMallocManaged(&p, 4);
  cudaMallocHost(&p, 4);
  cudaHostAlloc(&p, 4, cudaHostAllocDefault);
  cudaHostGetDevicePointer(&p, p, 0);
  cudaGraphInstantiate(&exec, graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaStreamGetCaptureInfo(stream, &status);
  cudaStreamGetCaptureInfo(stream, &status, &id);
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph);
}
"""


def test_every_form_compiles(type_errors) -> None:
    assert type_errors(CALLS) == []


def test_the_casts_are_needed(type_errors, converted) -> None:
    """A rule that HIP no longer needs should go: without it the call must fail."""
    result = converted(CALLS)
    needed = {edit.rule for edit in result.edits}
    assert {"API17", "LCH04", "API05"} <= needed
    plain = result.data.decode().replace("(const void*)", "")
    assert any("hipFuncSetAttribute" in error for error in type_errors(plain))


BLAS = """\
#include <cublas_v2.h>
void multiply(cublasHandle_t handle, const void *a, const void *b, void *c, cudaStream_t stream) {
  const float alpha = 1, beta = 0;
  cublasSetStream(handle, stream);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &alpha, a, CUDA_R_16F, 8, b, CUDA_R_16F,
               8, &beta, c, CUDA_R_32F, 8, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &alpha, a, CUDA_R_16F, 8,
                             64, b, CUDA_R_16F, 8, 64, &beta, c, CUDA_R_16F, 8, 64, 4,
                             CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
"""


def test_blas_with_types_of_its_own_compiles(type_errors) -> None:
    assert type_errors(BLAS) == []
