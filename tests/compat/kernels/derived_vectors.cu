// A number of 64 bits that derives from a vector: operators go by its conversion, as on CUDA.
#include <cstdint>

struct u64 : public uint2 {
  __device__ u64(uint32_t low, uint32_t high) {
    uint2::x = low;
    uint2::y = high;
  }
  __device__ u64(uint64_t whole) { ((uint64_t*)&this->x)[0] = whole; }
  __device__ operator uint64_t() const { return *((uint64_t*)this); }
};

__device__ uint64_t halves(uint2 v) { return v.x ^ (uint64_t)v.y << 32; }

extern "C" __global__ void operate(const uint64_t* a, const uint64_t* b, uint64_t* out) {
  const int at = threadIdx.x;
  static_assert(sizeof(u64) == 8 && alignof(u64) == 8, "as uint2");
  const u64 x(a[at]), y(uint32_t(b[at]), uint32_t(b[at] >> 32));
  u64 mixed = a[at] ^ y;
  out[4 * at] = x + y;
  out[4 * at + 1] = mixed ^ b[at];
  out[4 * at + 2] = x < y;
  out[4 * at + 3] = halves(x);
}
