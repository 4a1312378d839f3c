// Solvers, sparse matrices, products with epilogues and collectives as a program uses them, compiled as HIP and as CUDA.
#include <cmath>
#include <cstdio>
#include <vector>

#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#include <hipblaslt/hipblaslt.h>
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>
#include <rccl/rccl.h>
#define DENSE(name) hipsolverDn##name
#define SPARSE(name) hipsparse##name
#define SPARSE_(name) HIPSPARSE_##name
#define LIGHT(name) hipblasLt##name
#define LIGHT_(name) HIPBLASLT_##name
constexpr auto lower = HIPBLAS_FILL_MODE_LOWER;
constexpr auto real32 = HIP_R_32F, real64 = HIP_R_64F;
constexpr auto computeSingle = HIPBLAS_COMPUTE_32F;
#else
#include <cublasLt.h>
#include <cusolverDn.h>
#include <cusparse.h>
#define DENSE(name) cusolverDn##name
#define SPARSE(name) cusparse##name
#define SPARSE_(name) CUSPARSE_##name
#define LIGHT(name) cublasLt##name
#define LIGHT_(name) CUBLASLT_##name
constexpr auto lower = CUBLAS_FILL_MODE_LOWER;
constexpr auto real32 = CUDA_R_32F, real64 = CUDA_R_64F;
constexpr auto computeSingle = CUBLAS_COMPUTE_32F;
#endif

#include "checks.h"

namespace {

void dense() {
  DENSE(Handle_t) handle;
  check(DENSE(Create)(&handle) == 0, "a solver's handle");
  GPU(Stream_t) stream;
  (void)GPU(StreamCreate)(&stream);
  DENSE(SetStream)(handle, stream);
  double *A = onDevice(std::vector<double>{4, 2, 2, 5}), *b = onDevice(std::vector<double>{8, 12});
  int size = 0, *info = onDevice(std::vector<int>{9});
  int status = DENSE(Dpotrf_bufferSize)(handle, lower, 2, A, 2, &size);
  double *work = onDevice(std::vector<double>(size));
  status |= DENSE(Dpotrf)(handle, lower, 2, A, 2, work, size, info);
  status |= DENSE(Dpotrs)(handle, lower, 2, 1, A, 2, b, 2, info);
  (void)GPU(StreamSynchronize)(stream);
  const auto x = onHost(b, 2);
  check(status == 0 && onHost(info, 1)[0] == 0 && std::abs(x[0] - 1) < 1e-14 && std::abs(x[1] - 2) < 1e-14,
        "a system solved by Cholesky's factors");
  check(DENSE(Destroy)(handle) == 0, "a solver's handle ends");
}

/// A product in a captured graph, of a matrix in rows.
void sparse() {
  SPARSE(Handle_t) handle;
  check(SPARSE(Create)(&handle) == 0, "a handle for sparse matrices");
  GPU(Stream_t) stream;
  GPU(Graph_t) graph;
  GPU(GraphExec_t) runnable;
  (void)GPU(StreamCreate)(&stream);
  SPARSE(SetStream)(handle, stream);
  int *offsets = onDevice(std::vector<int>{0, 2, 3}), *columns = onDevice(std::vector<int>{0, 2, 1});
  double *values = onDevice(std::vector<double>{1, 2, 3}), *x = onDevice(std::vector<double>{1, 10, 100});
  double *y = onDevice(std::vector<double>{1, 1});
  const double one = 1;
  SPARSE(SpMatDescr_t) A;
  SPARSE(DnVecDescr_t) vectorX, vectorY;
  int status = SPARSE(CreateCsr)(&A, 2, 3, 3, offsets, columns, values, SPARSE_(INDEX_32I), SPARSE_(INDEX_32I),
                                 SPARSE_(INDEX_BASE_ZERO), real64);
  status |= SPARSE(CreateDnVec)(&vectorX, 3, x, real64);
  status |= SPARSE(CreateDnVec)(&vectorY, 2, y, real64);
  size_t size = 0;
  const auto plain = SPARSE_(OPERATION_NON_TRANSPOSE);
  status |= SPARSE(SpMV_bufferSize)(handle, plain, &one, A, vectorX, &one, vectorY, real64, SPARSE_(SPMV_ALG_DEFAULT),
                                    &size);
  char *work = onDevice(std::vector<char>(size));
  (void)GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeGlobal));
  status |= SPARSE(SpMV)(handle, plain, &one, A, vectorX, &one, vectorY, real64, SPARSE_(SPMV_ALG_DEFAULT), work);
  (void)GPU(StreamEndCapture)(stream, &graph);
  check(status == 0 && onHost(y, 2) == std::vector<double>{1, 1}, "a captured product does nothing yet");
  (void)GPU(GraphInstantiate)(&runnable, graph, nullptr, nullptr, 0);
  (void)GPU(GraphLaunch)(runnable, stream);
  (void)GPU(GraphLaunch)(runnable, stream);
  (void)GPU(StreamSynchronize)(stream);
  check(onHost(y, 2) == std::vector<double>{403, 61}, "a graph runs it each time");
  check(SPARSE(DestroySpMat)(A) == 0 && SPARSE(DestroyDnVec)(vectorX) == 0, "descriptors end");
}

void light() {
  LIGHT(Handle_t) handle;
  LIGHT(MatmulDesc_t) matmul;
  LIGHT(MatrixLayout_t) layout;
  LIGHT(MatmulPreference_t) preference;
  LIGHT(MatmulHeuristicResult_t) found;
  int status = LIGHT(Create)(&handle), count = 0;
  status |= LIGHT(MatmulDescCreate)(&matmul, computeSingle, real32);
  status |= LIGHT(MatrixLayoutCreate)(&layout, real32, 2, 2, 2);
  status |= LIGHT(MatmulPreferenceCreate)(&preference);
  float *A = onDevice(std::vector<float>{1, 2, 3, 4}), *D = onDevice(std::vector<float>(4));
  float *bias = onDevice(std::vector<float>{-8, 1});
  const LIGHT(Epilogue_t) epilogue = LIGHT_(EPILOGUE_RELU_BIAS);
  status |= LIGHT(MatmulDescSetAttribute)(matmul, LIGHT_(MATMUL_DESC_EPILOGUE), &epilogue, sizeof epilogue);
  status |= LIGHT(MatmulDescSetAttribute)(matmul, LIGHT_(MATMUL_DESC_BIAS_POINTER), &bias, sizeof bias);
  status |= LIGHT(MatmulAlgoGetHeuristic)(handle, matmul, layout, layout, layout, layout, preference, 1, &found, &count);
  const float one = 1, zero = 0;
  status |= LIGHT(Matmul)(handle, matmul, &one, A, layout, A, layout, &zero, D, layout, D, layout, &found.algo, nullptr,
                          0, nullptr);
  check(status == 0 && count == 1 && onHost(D, 4) == std::vector<float>{0, 11, 7, 23}, "a product, a bias and RELU");
}

#ifdef __HIP_PLATFORM_AMD__
void collective() {
  ncclComm_t one;
  float *values = onDevice(std::vector<float>{1, 2});
  int status = ncclCommInitAll(&one, 1, nullptr);
  status |= ncclAllReduce(values, values, 2, ncclFloat, ncclSum, one, nullptr);
  check(status == 0 && onHost(values, 2) == std::vector<float>{1, 2}, "a sum over one rank");
  check(ncclCommDestroy(one) == ncclSuccess, "a communicator ends");
}
#else
void collective() {} // CUDA's header of NCCL is not among those that the toolchain has
#endif

} // namespace

int main() {
  dense();
  sparse();
  light();
  collective();
  return failures;
}
