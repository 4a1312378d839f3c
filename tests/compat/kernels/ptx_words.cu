// Every table of PTX's lop3, and every selector of prmt.
#include <cuda_runtime.h>

template <int Table>
__device__ unsigned logic(unsigned a, unsigned b, unsigned c) {
  unsigned result;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(Table));
  return result;
}

template <int Table>
struct Tables {
  static __device__ void run(const unsigned *in, unsigned *out) {
    out[Table] = logic<Table>(in[0], in[1], in[2]);
    Tables<Table - 1>::run(in, out);
  }
};
template <>
struct Tables<-1> {
  static __device__ void run(const unsigned *, unsigned *) {}
};

extern "C" __global__ void every_table(const unsigned *in, unsigned *out) {
  Tables<255>::run(in + 3 * threadIdx.x, out + 256 * threadIdx.x);
}

extern "C" __global__ void every_selector(unsigned a, unsigned b, unsigned above, unsigned *out) {
  const unsigned selector = blockIdx.x * blockDim.x + threadIdx.x;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(out[selector]) : "r"(a), "r"(b), "r"(above << 16 | selector));
}
