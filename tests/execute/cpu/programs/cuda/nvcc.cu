// What programs keep under `__NVCC__` is compiled, and CUDA's own headers go on as for clang.
#ifndef __NVCC__
#error "sources of CUDA are nvcc's"
#endif
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda/std/array>
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <nv/target>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <cstdio>

#if defined(__NVCC__) && __CUDACC_VER_MAJOR__ >= 11
#define BOTH __host__ __device__
#else
#define BOTH
#endif

BOTH int twice(int x) { return 2 * x; }

namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *out) {
  using Block = cub::BlockReduce<int, 64>;
  __shared__ typename Block::TempStorage storage;
  const int all = Block(storage).Sum(twice(in[threadIdx.x]));
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int half = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
  cuda::std::array<int, 4> kept{1, 2, 3, 4};
  cuda::std::mdspan<int, cuda::std::extents<int, 2, 2>> square(kept.data());
  if (threadIdx.x == 0) {
    out[0] = all;
    out[1] = half;
    out[2] = cuda::std::invoke(cuda::std::plus<int>(), square(1, 0), 10);
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, out[3] = 1;, out[3] = 2;)
  }
}

struct Twice {
  BOTH int operator()(int x) const { return twice(x); }
};

int main() {
  auto both = [] __host__ __device__(int x) { return x; };
  static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(both)), "PyTorch's loops ask for it");
  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(both)), "its result is known on the host");
  thrust::device_vector<int> in(64, 1), out(4);
  sums<<<1, 64>>>(thrust::raw_pointer_cast(in.data()), thrust::raw_pointer_cast(out.data()));
  const int all = thrust::transform_reduce(in.begin(), in.end(), Twice(), 0, thrust::plus<int>());
  std::printf("%d %d %d %d %d %d\n", int(out[0]), int(out[1]), int(out[2]), int(out[3]), all, __NVCC__);
}
