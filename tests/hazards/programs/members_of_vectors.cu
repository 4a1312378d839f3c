// What templates see of vectors: types of members, addresses, offsets, arrays, initialisers, conversions.
#include <cstddef>
#include <cstdio>
#include <cuda_runtime.h>
#include <type_traits>
template <class T> struct Lanes { static constexpr int n = 1; }; template <> struct Lanes<float4> { static constexpr int n = 4; }; template <> struct Lanes<uchar3> { static constexpr int n = 3; };
template <class T> __host__ __device__ T same(T x) { return x; }
template <class V> __host__ __device__ auto sum(const V &v) -> decltype(v.x + v.y) { return v.x + v.y; }
static_assert(std::is_same<decltype(float4::x), float>::value && std::is_same<decltype(same(uchar4().w)), unsigned char>::value, "");
static_assert(offsetof(float4, z) == 8 && offsetof(short2, y) == 2 && sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(uchar3) == 3 && alignof(double2) == 16, "");
static_assert(std::is_trivially_copyable<float4>::value && std::is_standard_layout<int2>::value && std::is_same<decltype(sum(char2())), int>::value, "");
union Bits { float4 v; float f[4]; uint4 u; }; struct Pixel { uchar4 c; float2 at[2]; }; __constant__ float3 weights[2] = {{1, 2, 3}, {4, 5, 6}}; __device__ int2 pairs[] = {{1, 2}, {3, 4}};
__host__ __device__ void swap(float &a, float &b) { float t = a; a = b; b = t; } __host__ __device__ float *pointer(float3 &v) { return &v.x; }
__global__ void k(float *o) {
  Bits b; b.v = make_float4(1, 2, 3, 4); b.f[2] = 7; o[0] = b.v.z + b.u.x; swap(b.v.x, b.v.w); o[1] = b.f[0] * 10 + b.f[3]; float3 t = weights[1]; pointer(t)[1] = 9; o[2] = t.y + weights[0].z;
  Pixel p = {{1, 2, 3, 255}, {{1, 2}, {3, 4}}}; p.c.w += 2; ++p.c.x; o[3] = p.c.w + p.c.x * 10 + p.at[1].x; int2 q = pairs[1]; q.x <<= 3; atomicAdd(&q.y, 0); o[4] = q.x + q.y; const float4 *array = (const float4 *)o; float4 copy = array[0]; o[5] = copy.w == copy.w;
  float4 m[2] = {make_float4(1, 1, 1, 1), {}}; o[6] = m[1].x + m[0].w + Lanes<float4>::n + Lanes<uchar3>::n; float2 xy = make_float2(5, 6); o[7] = xy.x * xy.y; longlong2 l{1ll << 40, -1}; o[8] = (float)(l.x >> 40) + l.y; volatile int2 *vp = (volatile int2 *)pairs; o[9] = vp->y;
}
int main() {
  float *o; cudaMallocManaged(&o, 256); for (int i = 0; i < 16; i++) o[i] = 0; k<<<1, 1>>>(o); int bad = cudaDeviceSynchronize() != cudaSuccess;
  const float e[] = {7 + 1065353216.f, 41, 12, 24, 28, 1, 8, 30, 0, 2}; for (int i = 0; i < 10; i++) if (o[i] != e[i]) bad++, printf("%d: %g not %g\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
