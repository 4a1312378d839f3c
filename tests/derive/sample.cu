// Uses of every library whose names alone differ between CUDA and HIP.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <curand_kernel.h>
#include <cublas_v2.h>
#include <cusparse.h>
#include <cusolverDn.h>
#include <cufft.h>
#include <curand.h>
#include <nvrtc.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

__device__ __nv_bfloat16 halve(__nv_bfloat16 x) { return __float2bfloat16(__bfloat162float(x) / 2); }
__global__ void kernel(float *x, const __half *h, curandState *states, int n) {
  typedef cub::BlockReduce<float, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  float v = i < n ? x[i] + __half2float(h[i]) + curand_uniform(&states[i]) : 0.f;
  v += tile.shfl_down(v, 16) + rsqrtf(v) + __fdividef(v, 3.f) + __ldg(x);
  float sum = Reduce(storage).Reduce(v, cub::Sum());
  if (threadIdx.x == 0) atomicAdd(x, sum);
  __syncthreads();
}
cudaError_t runtime(void **p, cudaStream_t s, cudaEvent_t e) {
  cudaDeviceProp prop; int count = 0, value = 0; cudaPointerAttributes attributes;
  cudaGetDeviceProperties(&prop, 0); cudaGetDeviceCount(&count);
  cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0);
  cudaPointerGetAttributes(&attributes, *p);
  cudaMallocAsync(p, 16, s); cudaMemcpyAsync(*p, *p, 8, cudaMemcpyDeviceToDevice, s);
  cudaMemsetAsync(*p, 0, 8, s); cudaFreeAsync(*p, s); cudaMallocHost(p, 8); cudaFreeHost(*p);
  cudaHostAlloc(p, 8, cudaHostAllocMapped); cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming); cudaEventRecord(e, s); cudaStreamWaitEvent(s, e, 0);
  cudaGraph_t graph; cudaGraphExec_t run; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, &graph); cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0); cudaGraphLaunch(run, s);
  cudaMemPool_t pool; cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceEnablePeerAccess(1, 0); cudaIpcMemHandle_t handle; cudaIpcGetMemHandle(&handle, *p);
  return cudaGetLastError() == cudaSuccess ? cudaPeekAtLastError() : cudaErrorInvalidValue;
}
CUresult driver(CUmodule *m, CUfunction *f, CUdeviceptr *d, void **args) {
  CUcontext c; CUdevice device; cuInit(0); cuDeviceGet(&device, 0); cuCtxCreate(&c, CU_CTX_SCHED_AUTO, device);
  cuModuleLoadData(m, "x"); cuModuleGetFunction(f, *m, "k"); cuMemAlloc(d, 64);
  cuLaunchKernel(*f, 1, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr);
  CUevent e; cuEventCreate(&e, CU_EVENT_DEFAULT); CUmemAllocationProp prop = {};
  size_t grain; cuMemGetAllocationGranularity(&grain, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  return cuMemFree(*d) == CUDA_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
void libraries(float *a, float *b, float *c, cuComplex *z, int *info) {
  cublasHandle_t blas; cublasCreate(&blas); float one = 1, zero = 0;
  cublasSetMathMode(blas, CUBLAS_DEFAULT_MATH);
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, &one, a, 1, b, 1, &zero, c, 1);
  cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, CUDA_R_32F, 1, b, CUDA_R_32F, 1, &zero, c,
               CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cusparseHandle_t sparse; cusparseCreate(&sparse); cusparseSpMatDescr_t matrix;
  cusparseCreateCsr(&matrix, 1, 1, 1, info, info, a, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusolverDnHandle_t solver; cusolverDnCreate(&solver); cusolverDnSgetrf(solver, 1, 1, a, 1, b, info, info);
  cufftHandle plan; cufftPlan1d(&plan, 8, CUFFT_C2C, 1); cufftExecC2C(plan, z, z, CUFFT_INVERSE);
  curandGenerator_t random; curandCreateGenerator(&random, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandGenerateUniform(random, a, 8); nvrtcProgram program;
  nvrtcCreateProgram(&program, "", "k", 0, nullptr, nullptr); size_t size; nvrtcGetPTXSize(program, &size);
  thrust::device_vector<int> v(8); thrust::sort(thrust::cuda::par, v.begin(), v.end());
}
