// CUB's ranks by matching, which go warp by warp: item i of a warp's lanes behind item i - 1 of them.
#include <cstdio>
#include <cub/cub.cuh>

constexpr int T = 64, ITEMS = 2;

__global__ void rank(int *out) {
  using Match = cub::BlockRadixRankMatch<T, 3, false>;
  __shared__ typename Match::TempStorage temp;
  const int t = threadIdx.x;
  unsigned keys[ITEMS] = {unsigned(t * 5 % 7), unsigned(t * 3 % 8)};
  int ranks[ITEMS];
  Match(temp).RankKeys(keys, ranks, cub::BFEDigitExtractor<unsigned>(0, 3));
  for (int i = 0; i < ITEMS; i++) out[t * ITEMS + i] = ranks[i];
}

int main() {
  int *out; cudaMallocManaged(&out, T * ITEMS * sizeof *out);
  rank<<<1, T>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < T; t++)
    for (int i = 0; i < ITEMS; i++) {
      const int key = i ? t * 3 % 8 : t * 5 % 7;
      int expected = 0;
      for (int o = 0; o < T; o++)
        for (int j = 0; j < ITEMS; j++) {
          const int other = j ? o * 3 % 8 : o * 5 % 7;
          const bool before = o / 32 != t / 32 ? o < t : j != i ? j < i : o < t;
          expected += other < key || (other == key && before);
        }
      failures += out[t * ITEMS + i] != expected;
    }
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
