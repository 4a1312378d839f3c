// Every primitive of CUB's for blocks, whose items must not depend on the wavefront.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

constexpr int ITEMS = 3;

template <int T, cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S>
__global__ void move(const int *in, int *out, int valid) {
  using Load = cub::BlockLoad<int, T, ITEMS, L>;
  using Store = cub::BlockStore<int, T, ITEMS, S>;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } temp;
  int items[ITEMS];
  Load(temp.load).Load(in, items, valid, -1);
  __syncthreads();
  for (int &item : items) item = item * 2 + 1;
  Store(temp.store).Store(out, items, valid);
}

template <int T>
__global__ void exchange(int *out) {
  using Exchange = cub::BlockExchange<int, T, ITEMS>;
  __shared__ typename Exchange::TempStorage temp;
  const int t = threadIdx.x;
  int items[ITEMS], ranks[ITEMS];
  auto begin = [&] { __syncthreads(); for (int i = 0; i < ITEMS; i++) items[i] = t * ITEMS + i, ranks[i] = T * ITEMS - 1 - items[i]; };
  auto end = [&](int place) { for (int i = 0; i < ITEMS; i++) out[(place * T + t) * ITEMS + i] = items[i]; };
  begin(); Exchange(temp).BlockedToStriped(items); end(0);
  begin(); Exchange(temp).StripedToBlocked(items); end(1);
  begin(); Exchange(temp).BlockedToWarpStriped(items); end(2);
  begin(); Exchange(temp).WarpStripedToBlocked(items); end(3);
  begin(); Exchange(temp).ScatterToBlocked(items, ranks); end(4);
  begin(); Exchange(temp).ScatterToStriped(items, ranks); end(5);
}

template <int T, cub::BlockReduceAlgorithm R, cub::BlockScanAlgorithm C>
__global__ void fold(int *out) {
  using Reduce = cub::BlockReduce<int, T, R>;
  using Scan = cub::BlockScan<int, T, C>;
  __shared__ union { typename Reduce::TempStorage reduce; typename Scan::TempStorage scan; } temp;
  const int t = threadIdx.x;
  int items[ITEMS] = {t, t + 1, -t};
  const int sum = Reduce(temp.reduce).Sum(items);
  __syncthreads();
  const int most = Reduce(temp.reduce).Reduce(t * 7 % T, [](int a, int b) { return a < b ? b : a; }, T - 5);
  __syncthreads();
  int total;
  Scan(temp.scan).ExclusiveSum(items, items, total);
  if (t == 0) out[0] = sum, out[1] = most;
  out[2 + t] = items[2]; out[2 + T + t] = total;
  __syncthreads();
  int high;
  Scan(temp.scan).InclusiveScan(t * 7 % T, high, [](int a, int b) { return a < b ? b : a; });
  out[2 + 2 * T + t] = high;
}

template <int T>
__global__ void order(int *out) {
  using Sort = cub::BlockRadixSort<unsigned, T, ITEMS, int>;
  using Merge = cub::BlockMergeSort<int, T, ITEMS>;
  using Rank = cub::BlockRadixRank<T, 4, false>;
  using Differ = cub::BlockAdjacentDifference<int, T>;
  using Heads = cub::BlockDiscontinuity<int, T>;
  using Count = cub::BlockHistogram<unsigned char, T, ITEMS, 16, cub::BLOCK_HISTO_SORT>;
  __shared__ union {
    typename Sort::TempStorage sort; typename Merge::TempStorage merge; typename Rank::TempStorage rank;
    typename Differ::TempStorage differ; typename Heads::TempStorage heads; typename Count::TempStorage count;
  } temp;
  __shared__ int counts[16];
  const int t = threadIdx.x;
  unsigned keys[ITEMS]; int values[ITEMS], ranks[ITEMS], flags[ITEMS]; unsigned char bytes[ITEMS];
  for (int i = 0; i < ITEMS; i++) keys[i] = (t * ITEMS + i) * 37 % 101, values[i] = t * ITEMS + i, bytes[i] = values[i] % 11;
  int *to = out + t * ITEMS;
  Sort(temp.sort).Sort(keys, values);
  for (int i = 0; i < ITEMS; i++) to[i] = keys[i] * 1000 + values[i];
  to += T * ITEMS; __syncthreads();
  for (int i = 0; i < ITEMS; i++) keys[i] = (t * ITEMS + i) * 37 % 101, values[i] = t * ITEMS + i;
  Sort(temp.sort).SortDescendingBlockedToStriped(keys, values, 2, 6);
  for (int i = 0; i < ITEMS; i++) to[i] = keys[i] * 1000 + values[i];
  to += T * ITEMS; __syncthreads();
  for (int i = 0; i < ITEMS; i++) values[i] = (t * ITEMS + i) * 37 % 101;
  Merge(temp.merge).StableSort(values, [](int a, int b) { return a < b; });
  for (int i = 0; i < ITEMS; i++) to[i] = values[i];
  to += T * ITEMS; __syncthreads();
  for (int i = 0; i < ITEMS; i++) keys[i] = (t * ITEMS + i) * 37 % 101;
  Rank(temp.rank).RankKeys(keys, ranks, cub::BFEDigitExtractor<unsigned>(1, 4));
  for (int i = 0; i < ITEMS; i++) to[i] = ranks[i];
  to += T * ITEMS; __syncthreads();
  Differ(temp.differ).SubtractLeft(values, flags, [](int a, int b) { return a - b; });
  for (int i = 0; i < ITEMS; i++) to[i] = flags[i];
  to += T * ITEMS; __syncthreads();
  Heads(temp.heads).FlagHeads(flags, values, [](int a, int b) { return a != b; });
  for (int i = 0; i < ITEMS; i++) to[i] = flags[i];
  to += T * ITEMS; __syncthreads();
  Count(temp.count).Histogram(bytes, counts);
  __syncthreads();
  if (t < 16) out[6 * T * ITEMS + t] = counts[t];
}

static int failures = 0;
static void same(const int *got, const std::vector<int> &expected, const char *what, int threads) {
  for (size_t i = 0; i < expected.size(); i++)
    if (got[i] != expected[i]) {
      failures++;
      printf("%s, %d threads: %zu is %d, expected %d\n", what, threads, i, got[i], expected[i]);
      return;
    }
}

template <int T>
void blocks(int *out) {
  constexpr int N = T * ITEMS;
  int *in = out + 16384;
  for (int i = 0; i < N; i++) in[i] = i * i;
  std::vector<int> moved(N);
  for (int i = 0; i < N; i++) moved[i] = i < N - 5 ? i * i * 2 + 1 : -7;
#define MOVE(L, S) \
  std::fill(out, out + N, -7); \
  move<T, cub::L, cub::S><<<1, T>>>(in, out, N - 5); \
  cudaDeviceSynchronize(); same(out, moved, #L, T);
  MOVE(BLOCK_LOAD_DIRECT, BLOCK_STORE_DIRECT)
  MOVE(BLOCK_LOAD_TRANSPOSE, BLOCK_STORE_TRANSPOSE)
  exchange<T><<<1, T>>>(out); cudaDeviceSynchronize();
  std::vector<int> e(6 * N);
  for (int t = 0; t < T; t++)
    for (int i = 0; i < ITEMS; i++) {
      const int at = t * ITEMS + i, warp = t / 32, lane = t % 32, striped = i * T + t, part = warp * 32 * ITEMS;
      e[at] = striped;
      e[N + at] = at % T * ITEMS + at / T;
      e[2 * N + at] = part + i * 32 + lane;
      e[3 * N + at] = part + (lane * ITEMS + i) % 32 * ITEMS + (lane * ITEMS + i) / 32;
      e[4 * N + at] = N - 1 - at;
      e[5 * N + at] = N - 1 - striped;
    }
  same(out, e, "exchange", T);
  std::vector<int> f(2 + 3 * T);
  for (int t = 0, all = 0, high = 0; t < T; t++) {
    high = std::max(high, t * 7 % T);
    f[2 + t] = all + 2 * t + 1; all += t + 1; f[2 + 2 * T + t] = high;
    if (t < T - 5) f[1] = std::max(f[1], t * 7 % T);
    if (t == T - 1) { f[0] = all; for (int i = 0; i < T; i++) f[2 + T + i] = all; }
  }
#define FOLD(R, C) fold<T, cub::R, cub::C><<<1, T>>>(out); cudaDeviceSynchronize(); same(out, f, #R, T);
  FOLD(BLOCK_REDUCE_WARP_REDUCTIONS, BLOCK_SCAN_WARP_SCANS)
  FOLD(BLOCK_REDUCE_RAKING, BLOCK_SCAN_RAKING)
  FOLD(BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_SCAN_RAKING_MEMOIZE)
  std::vector<int> o(6 * N + 16), by(N), key(N);
  for (int i = 0; i < N; i++) by[i] = i, key[i] = i * 37 % 101, o[6 * N + i % 11]++;
  std::stable_sort(by.begin(), by.end(), [&](int a, int b) { return key[a] < key[b]; });
  for (int i = 0; i < N; i++) o[i] = key[by[i]] * 1000 + by[i], o[2 * N + i] = key[by[i]];
  for (int i = 0; i < N; i++) o[4 * N + i] = i ? o[2 * N + i] - o[2 * N + i - 1] : o[2 * N], o[5 * N + i] = !i || o[4 * N + i] != 0;
  auto digit = [&](int a, int first, int bits) { return key[a] >> first & ((1 << bits) - 1); };
  std::iota(by.begin(), by.end(), 0);
  std::stable_sort(by.begin(), by.end(), [&](int a, int b) { return digit(a, 2, 4) > digit(b, 2, 4); });
  for (int i = 0; i < N; i++) o[N + i % T * ITEMS + i / T] = key[by[i]] * 1000 + by[i];
  std::iota(by.begin(), by.end(), 0);
  std::stable_sort(by.begin(), by.end(), [&](int a, int b) { return digit(a, 1, 4) < digit(b, 1, 4); });
  for (int i = 0; i < N; i++) o[3 * N + by[i]] = i;
  order<T><<<1, T>>>(out); cudaDeviceSynchronize(); same(out, o, "order", T);
}

int main() {
  int *out; cudaMallocManaged(&out, 1 << 17);
  blocks<32>(out); blocks<64>(out); blocks<128>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) failures++;
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
