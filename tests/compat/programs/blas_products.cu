// cuBLAS's products of mixed types and by three products, its version, and cuFFT's.
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cufft.h>

#include <cstdio>

static void check(const char *what, bool holds) { printf("%s %s\n", holds ? "ok" : "WRONG", what); }

template <typename T>
static T *on_device(const T *values, int count) {
  T *there = nullptr;
  cudaMalloc(&there, count * sizeof(T));
  cudaMemcpy(there, values, count * sizeof(T), cudaMemcpyHostToDevice);
  return there;
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);

  // [1 3; 2 4] * [5 7; 6 8] = [23 31; 34 46], by columns
  const __half a[] = {__float2half(1), __float2half(2), __float2half(3), __float2half(4)};
  const __half b[] = {__float2half(5), __float2half(6), __float2half(7), __float2half(8)};
  __half *device_a = on_device(a, 4), *device_b = on_device(b, 4);
  float c[4] = {1, 1, 1, 1}, *device_c = on_device(c, 4);
  const float two = 2, one = 1;
  const auto done = cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &two, device_a, CUDA_R_16F, 2, device_b,
                                  CUDA_R_16F, 2, &one, device_c, CUDA_R_32F, 2);
  cudaMemcpy(c, device_c, sizeof(c), cudaMemcpyDeviceToHost);
  check("half times half in float", done == CUBLAS_STATUS_SUCCESS);
  check("and its numbers", c[0] == 47 && c[1] == 69 && c[2] == 63 && c[3] == 93);

  // (1+i) * (2+3i) = -1+5i
  const cuComplex x = make_cuComplex(1, 1), y = make_cuComplex(2, 3), unit = make_cuComplex(1, 0), none = make_cuComplex(0, 0);
  cuComplex z = none;
  cuComplex *device_x = on_device(&x, 1), *device_y = on_device(&y, 1), *device_z = on_device(&z, 1);
  check("three products", cublasCgemm3m(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &unit, device_x, 1, device_y, 1, &none,
                                        device_z, 1) == CUBLAS_STATUS_SUCCESS);
  cudaMemcpy(&z, device_z, sizeof(z), cudaMemcpyDeviceToHost);
  check("and their number", cuCrealf(z) == -1 && cuCimagf(z) == 5);
  check("complex of a type", cublasCgemmEx(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 1, &unit, device_x, CUDA_C_32F, 1, device_y,
                                           CUDA_C_32F, 1, &none, device_z, CUDA_C_32F, 1) == CUBLAS_STATUS_SUCCESS);
  cudaMemcpy(&z, device_z, sizeof(z), cudaMemcpyDeviceToHost);
  check("and its number", cuCrealf(z) == 5 && cuCimagf(z) == 1);
  const cuDoubleComplex p = make_cuDoubleComplex(1, 1), q = make_cuDoubleComplex(2, 3);
  const cuDoubleComplex wide = make_cuDoubleComplex(1, 0), zero = make_cuDoubleComplex(0, 0);
  cuDoubleComplex r = zero;
  cuDoubleComplex *device_p = on_device(&p, 1), *device_q = on_device(&q, 1), *device_r = on_device(&r, 1);
  cublasZgemm3m(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &wide, device_p, 1, device_q, 1, &zero, device_r, 1);
  cudaMemcpy(&r, device_r, sizeof(r), cudaMemcpyDeviceToHost);
  check("in double", cuCreal(r) == -1 && cuCimag(r) == 5);

  int version = -1, major = -1, minor = -1, level = -1;
  check("version", cublasGetVersion(handle, &version) == CUBLAS_STATUS_SUCCESS && version > 0);
  check("without a handle", cublasGetVersion(nullptr, &version) == CUBLAS_STATUS_NOT_INITIALIZED);
  check("properties", cublasGetProperty(MAJOR_VERSION, &major) == CUBLAS_STATUS_SUCCESS &&
                          cublasGetProperty(MINOR_VERSION, &minor) == CUBLAS_STATUS_SUCCESS &&
                          cublasGetProperty(PATCH_LEVEL, &level) == CUBLAS_STATUS_SUCCESS);
  check("of the same version", major > 0 && version / 100 == major * 100 + minor && version % 100 == level);
  check("cuFFT's", cufftGetProperty(MAJOR_VERSION, &major) == CUFFT_SUCCESS && major >= 0);
  return 0;
}
