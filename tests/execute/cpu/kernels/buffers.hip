// Raw buffers: a lane reads and writes at an offset of its own; what lies beyond the resource's bytes is 0.
#include <hip/hip_runtime.h>

typedef int Words __attribute__((ext_vector_type(4)));
typedef unsigned Four __attribute__((ext_vector_type(4)));

__device__ Words loadFour(Words, int, int, int) __asm("llvm.amdgcn.raw.buffer.load.v4i32");
__device__ short loadShort(Words, int, int, int) __asm("llvm.amdgcn.raw.buffer.load.i16");
__device__ void storeFour(Words, Words, int, int, int) __asm("llvm.amdgcn.raw.buffer.store.v4i32");
__device__ float addFloat(float, Words, int, int, int) __asm("llvm.amdgcn.raw.buffer.atomic.fadd.f32");
__device__ void loadToLds(Words, __attribute__((address_space(3))) unsigned *, int, int, int, int, int)
    __asm("llvm.amdgcn.raw.buffer.load.lds");

__device__ Words resourceOf(const void *base, int bytes) {
  const auto address = reinterpret_cast<unsigned long long>(base);
  return Words{int(address), int(address >> 32), bytes, 0x00020000};
}

extern "C" __global__ void loads(const unsigned *in, int bytes, const int *offsets, int scalar, unsigned *out) {
  const unsigned lane = threadIdx.x;
  const Words found = loadFour(resourceOf(in, bytes), offsets[lane], scalar, 0);
  for (int i = 0; i < 4; ++i)
    out[5 * lane + i] = unsigned(found[i]);
  out[5 * lane + 4] = unsigned(loadShort(resourceOf(in, bytes), offsets[lane], scalar, 0)) & 0xffff;
}

extern "C" __global__ void stores(unsigned *out, int bytes, const int *offsets, int scalar) {
  const int lane = int(threadIdx.x);
  storeFour(Words{lane, lane + 100, lane + 200, lane + 300}, resourceOf(out, bytes), offsets[lane], scalar, 0);
}

extern "C" __global__ void sums(float *out, int bytes, const int *offsets, float *before) {
  before[threadIdx.x] = addFloat(1.0f, resourceOf(out, bytes), offsets[threadIdx.x], 0, 0);
}

extern "C" __global__ void pointers(unsigned *in, int bytes, const int *offsets, unsigned *out) {
  const auto resource = __builtin_amdgcn_make_buffer_rsrc(in, 0, bytes, 0x00020000);
  const Four found = __builtin_amdgcn_raw_buffer_load_b128(resource, offsets[threadIdx.x], 0, 0);
  for (int i = 0; i < 4; ++i)
    out[4 * threadIdx.x + i] = found[i];
}

extern "C" __global__ void direct(const unsigned *in, int bytes, const int *offsets, unsigned *out) {
  __shared__ unsigned staged[256];
  auto *lds = (__attribute__((address_space(3))) unsigned *)(staged + threadIdx.x / warpSize * warpSize);
  loadToLds(resourceOf(in, bytes), lds, 4, offsets[threadIdx.x], 0, 0, 0);
  __syncthreads();
  out[threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x];
}

// As tiles are loaded without registers: M0 is the distance from the block's LDS, and grows from load to load.
extern "C" __global__ void assembly(const unsigned *in, int bytes, const int *offsets, unsigned *out) {
  __shared__ unsigned staged[512];
  const Words resource = resourceOf(in, bytes);
  const int wave = int(threadIdx.x) / warpSize, lane = int(threadIdx.x) % warpSize;
  void *lds = staged;
  asm volatile("s_mov_b32 m0, %0" : : "s"(__builtin_amdgcn_readfirstlane(wave * warpSize * 4)) : "memory");
  asm volatile("s_nop 4\nbuffer_load_dword %1, %2, 0 offen offset:%3 lds"
               : "=r"(lds) : "v"(offsets[threadIdx.x]), "s"(resource), "n"(0) : "memory");
  asm volatile("s_add_u32 m0, %0, m0" : : "n"(1024 - 4) : "memory");
  asm volatile("buffer_load_dword %1, %2, 0 offen offset:%3 lds"
               : "=r"(lds) : "v"(lane * 4), "s"(resource), "n"(4) : "memory");
  asm volatile("s_waitcnt vmcnt(%0)\n s_barrier" : : "n"(0) : "memory");
  out[2 * threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x];
  out[2 * threadIdx.x + 1] = staged[256 + blockDim.x - 1 - threadIdx.x];
}

// A resource that was put together as words, by a function.
__device__ __amdgpu_buffer_rsrc_t putTogether(Words words) {
  __amdgpu_buffer_rsrc_t resource;
  __builtin_memcpy(&resource, &words, sizeof(words));
  return resource;
}

extern "C" __global__ void copied(const unsigned *in, int bytes, const int *offsets, unsigned *out) {
  const auto resource = putTogether(resourceOf(in, bytes));
  const auto copy = resource;
  const Four found = __builtin_amdgcn_raw_buffer_load_b128(copy, offsets[threadIdx.x], 0, 0);
  for (int i = 0; i < 4; ++i)
    out[4 * threadIdx.x + i] = found[i];
}

// Sums of pairs: every lane adds (1, lane) to one of two words.
extern "C" __global__ void pairs(unsigned *out, int isBrain) {
#if defined(__gfx942__)
  typedef _Float16 Half2 __attribute__((ext_vector_type(2)));
  typedef short Brain2 __attribute__((ext_vector_type(2)));
  const float lane = threadIdx.x;
  if (isBrain) {
    const Brain2 value = {0x3f80, short(__builtin_bit_cast(unsigned, lane) >> 16)};
    __builtin_amdgcn_global_atomic_fadd_v2bf16((__attribute__((address_space(1))) Brain2 *)(out + threadIdx.x % 2), value);
  } else {
    const Half2 value = {1, _Float16(lane)};
    __builtin_amdgcn_global_atomic_fadd_v2f16((__attribute__((address_space(1))) Half2 *)(out + threadIdx.x % 2), value);
  }
#endif
}

// What only advises the hardware, several statements in one.
extern "C" __global__ void hints(unsigned *out) {
  asm volatile("s_waitcnt vmcnt(0)\n\ts_nop 0 \n\t"
               "s_icache_inv ; drop instructions\n\ts_nop 0" ::: "memory");
  out[threadIdx.x] = threadIdx.x;
}
