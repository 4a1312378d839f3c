// Instructions of a warp whose results are wanted in part, and constants among their registers.
#include <cuda_runtime.h>

#include <cstdint>

static __device__ uint32_t shared_address(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

extern "C" __global__ void rows(const uint4 *in, uint32_t *out) {
  __shared__ uint4 rows[64];
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const uint32_t row = shared_address(&rows[threadIdx.x]);
  uint32_t d[4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, _, %1, _}, [%2];\n"
               : "=r"(d[0]), "=r"(d[2])
               : "r"(row));
  asm volatile("ldmatrix.sync.aligned.trans.m8n8.x4.shared.b16 {_, %0, _, %1}, [%2];\n"
               : "=r"(d[1]), "=r"(d[3])
               : "r"(row));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}

// Each row's sum of 16 halves, times 1 on the other side: one column of the product is enough.
extern "C" __global__ void sums(const uint32_t *in, float *out) {
  const uint32_t *a = in + threadIdx.x * 4;
  float d[2] = {1.0f, 2.0f};
  asm volatile(
      "{\n"
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,  _,  %1,  _}, {%2, %3, %4, %5}, {%6, %7}, {%8, 0., %9, 0.};\n"
      "}\n"
      : "=f"(d[0]), "=f"(d[1])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(1006648320), "r"(1006648320), "f"(d[0]),
        "f"(d[1]));
  out[threadIdx.x * 2] = d[0];
  out[threadIdx.x * 2 + 1] = d[1];
}
