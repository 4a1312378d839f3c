// A project's own overloads of fma, beside clang's templates.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace own {

__device__ float fma(float a, float b, float c) { return a * b + c; }
__device__ half2 fma(half a, half2 b, half2 c) { return __hfma2(__halves2half2(a, a), b, c); }
__device__ __nv_bfloat162 fma(__nv_bfloat16 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __hfma2(__halves2bfloat162(a, a), b, c);
}

extern "C" __global__ void products(const float *x, float *out) {
  const int i = threadIdx.x;
  const half h = __float2half(x[i]);
  const __nv_bfloat16 b = __float2bfloat16(x[i]);
  out[3 * i] = fma(x[i], x[i], 1.0f);
  out[3 * i + 1] = __low2float(fma(h, __half2half2(h), __half2half2(h)));
  out[3 * i + 2] = __low2float(fma(b, __bfloat162bfloat162(b), __bfloat162bfloat162(b)));
}

}  // namespace own
