// Casts between half and bfloat16, and from 64 bits to bfloat16: by a template's types, and by name.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename From, typename To>
__device__ To cast(const From *values, int i) {
  return i % 3 == 0 ? static_cast<To>(values[i]) : i % 3 == 1 ? To(values[i]) : (To)values[i];
}

extern "C" __global__ void between(const half *halves, const __nv_bfloat16 *narrow, __nv_bfloat16 *from_half,
                                   half *from_narrow) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  from_half[i] = cast<half, __nv_bfloat16>(halves, i);
  from_narrow[i] = cast<__nv_bfloat16, half>(narrow, i);
}

extern "C" __global__ void from_wide(const long long *numbers, __nv_bfloat16 *of_template, __nv_bfloat16 *by_name,
                                     float *other) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  const long long number = numbers[i];
  of_template[i] = cast<long long, __nv_bfloat16>(numbers, i);
  by_name[i] = (__nv_bfloat16)number;
  other[i] = cast<long long, float>(numbers, i);
}
