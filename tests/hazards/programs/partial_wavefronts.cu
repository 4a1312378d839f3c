// Warps of a block that is no whole wavefront; votes of a block; leaders in loops that lanes leave.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void k(int *o, int n) {
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  __shared__ int counter, sum[8];
  if (t < 8) sum[t] = 0;
  if (t == 0) counter = 0;
  __syncthreads();
  const int odd = __syncthreads_count(t & 1);
  const int any = __syncthreads_or(t == 95), all = __syncthreads_and(t < 96);
  // aggregated counter, half of each warp
  if (t % 3 == 0) {
    const unsigned m = __activemask();
    const int leader = __ffs(m) - 1;
    int base = 0;
    if (lane == leader) base = atomicAdd(&counter, __popc(m));
    base = __shfl_sync(m, base, leader);
    (void)base;
    auto g = cg::coalesced_threads();
    if (g.thread_rank() == 0) atomicAdd(&sum[warp], g.size());
  }
  // lanes leave a loop at different times
  int steps = 0;
  for (int i = lane; i < n; i += 7) { const unsigned m = __ballot_sync(__activemask(), 1); steps += __popc(m) > 0; }
  __syncthreads();
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = tile.shfl_down(t, 1);
  auto half = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned b = half.ballot(t % 2), mr = half.meta_group_rank(), ms = half.meta_group_size();
  o[t * 8] = odd; o[t * 8 + 1] = any * 2 + all; o[t * 8 + 2] = counter; o[t * 8 + 3] = sum[warp];
  o[t * 8 + 4] = steps; o[t * 8 + 5] = v; o[t * 8 + 6] = b; o[t * 8 + 7] = mr * 10 + ms;
}
int main() {
  const int T = 96;
  int *o; cudaMallocManaged(&o, T * 32);
  k<<<1, T>>>(o, 50);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < T; t++) {
    int in = 0; for (int i = t / 32 * 32; i < t / 32 * 32 + 32; i++) in += i % 3 == 0;
    int steps = 0; for (int i = t % 32; i < 50; i += 7) steps++;
    const int e[] = {48, 3, 32, in, steps, t % 16 == 15 ? t : t + 1, (int)0xaaaaaaaa, t / 32 * 10 + 3};
    for (int j = 0; j < 8; j++) if (o[t * 8 + j] != e[j]) { if (failures++ < 10) printf("%d.%d: %d, expected %d\n", t, j, o[t * 8 + j], e[j]); }
  }
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
