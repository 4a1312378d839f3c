// Coalesced groups: their size, ranks, shuffles, ballots and partitions, warp by warp.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(int *o, int *leaders) {
  int t = threadIdx.x;
  if (t % 3 == 0) {
    auto g = cg::coalesced_threads();
    int first = g.shfl(t, 0), up = g.shfl_up(t, 1), n = g.size();
    unsigned b = g.ballot(t & 1);
    if (g.thread_rank() == 0) atomicAdd(leaders, 1);
    o[t] = first * 1000000 + up * 10000 + n * 100 + __popc(b);
  }
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  auto odd = cg::binary_partition(tile, t % 5 == 0);
  o[128 + t] = odd.size() * 100 + odd.thread_rank();
  auto w = cg::coalesced_threads();
  o[256 + t] = w.size() * 1000 + w.thread_rank() * 10 + (w.meta_group_size() == 1);
  auto four = cg::tiled_partition<4>(tile);
  o[384 + t] = four.meta_group_rank() * 100 + four.meta_group_size() * 1000 + four.thread_rank();
  o[512 + t] = tile.meta_group_rank() * 10 + tile.meta_group_size() + tile.any(t == 40) * 100;
  o[640 + t] = tile.match_any(t / 12);
}
int main() {
  int *o; cudaMallocManaged(&o, 8192); int *l = o + 1000;
  k<<<1, 128>>>(o, l);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 128; t++) {
    int w = t / 32 * 32, e = 0;
    if (t % 3 == 0) {
      int first = -1, up = t, n = 0, b = 0;
      for (int i = w; i < w + 32; i++) if (i % 3 == 0) { if (first < 0) first = i; if (i < t) up = i; n++; b += i & 1; }
      e = first * 1000000 + up * 10000 + n * 100 + b;
    }
    int n = 0, r = 0; unsigned same = 0;
    for (int i = w; i < w + 32; i++) { if ((i % 5 == 0) == (t % 5 == 0)) { n++; r += i < t; } if (i / 12 == t / 12) same |= 1u << (i - w); }
    if (o[t] != e) bad++, printf("coalesced %d: %d not %d\n", t, o[t], e);
    if (o[128 + t] != n * 100 + r) bad++, printf("partition %d: %d not %d\n", t, o[128 + t], n * 100 + r);
    if (o[256 + t] != 32001 + t % 32 * 10) bad++, printf("whole %d: %d\n", t, o[256 + t]);
    if (o[384 + t] != t % 32 / 4 * 100 + 8000 + t % 4) bad++, printf("four %d: %d\n", t, o[384 + t]);
    if (o[512 + t] != t / 32 * 10 + 4 + (t / 32 == 1) * 100) bad++, printf("meta %d: %d\n", t, o[512 + t]);
    if ((unsigned)o[640 + t] != same) bad++, printf("match %d: %x not %x\n", t, o[640 + t], same);
  }
  if (*l != 4) bad++, printf("leaders %d\n", *l);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
