// Conversions of floats to OCP's 8-bit formats, in both ways to treat what is too large.
#include <cuda_fp8.h>
#include <cuda_runtime.h>

extern "C" __global__ void to_fp8(const float *x, unsigned char *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[4 * i] = __nv_cvt_float_to_fp8(x[i], __NV_NOSAT, __NV_E4M3);
  out[4 * i + 1] = __nv_cvt_float_to_fp8(x[i], __NV_SATFINITE, __NV_E4M3);
  out[4 * i + 2] = __nv_cvt_float_to_fp8(x[i], __NV_NOSAT, __NV_E5M2);
  out[4 * i + 3] = __nv_cvt_float_to_fp8(x[i], __NV_SATFINITE, __NV_E5M2);
}

extern "C" __global__ void to_fp8x2(const float2 *x, unsigned short *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __nv_cvt_float2_to_fp8x2(x[i], __NV_SATFINITE, __NV_E4M3);
}
