// Every primitive of CUB's for warps, and its votes.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>

constexpr int T = 128, ITEMS = 2;

template <int W>
__global__ void logical(int *out) {
  using Reduce = cub::WarpReduce<int, W>;
  using Scan = cub::WarpScan<int, W>;
  using Exchange = cub::WarpExchange<int, ITEMS, W>;
  using Sort = cub::WarpMergeSort<int, ITEMS, W>;
  using Load = cub::WarpLoad<int, ITEMS, cub::WARP_LOAD_TRANSPOSE, W>;
  using Store = cub::WarpStore<int, ITEMS, cub::WARP_STORE_STRIPED, W>;
  __shared__ typename Reduce::TempStorage reduce[T / W];
  __shared__ typename Scan::TempStorage scan[T / W];
  __shared__ typename Exchange::TempStorage exchange[T / W];
  __shared__ typename Sort::TempStorage sort[T / W];
  __shared__ typename Load::TempStorage load[T / W];
  __shared__ typename Store::TempStorage store[T / W];
  const int t = threadIdx.x, warp = t / W, lane = t % W;
  int *to = out + t;
  const int sum = Reduce(reduce[warp]).Sum(t), most = Reduce(reduce[warp]).Reduce(t, [](int a, int b) { return a < b ? b : a; }, W / 2);
  to[0] = lane ? 0 : sum; to[T] = lane ? 0 : most;
  const int head = Reduce(reduce[warp]).HeadSegmentedSum(1, lane % 5 == 0);
  to[2 * T] = lane % 5 ? 0 : head;
  int inclusive, exclusive, total;
  Scan(scan[warp]).Scan(t, inclusive, exclusive, 7, [](int a, int b) { return a + b; });
  to[3 * T] = exclusive;
  Scan(scan[warp]).ExclusiveSum(1, exclusive, total);
  to[4 * T] = exclusive * 1000 + total + Scan(scan[warp]).Broadcast(t, W - 1) * 100000;
  int items[ITEMS] = {t * 2, t * 2 + 1};
  Exchange(exchange[warp]).BlockedToStriped(items, items);
  to[5 * T] = items[1];
  items[0] = 1000 - 2 * t, items[1] = 999 - 2 * t;
  Sort(sort[warp]).Sort(items, [](int a, int b) { return a < b; });
  to[6 * T] = items[1];
  Load(load[warp]).Load(out + 16 * T + warp * W * ITEMS, items);
  Store(store[warp]).Store(out + 8 * T + warp * W * ITEMS, items);
}

__global__ void votes(int *out) {
  const int t = threadIdx.x, warp = t / 32;
  out[t] = cub::WARP_BALLOT(t % 32 < 3 + warp, 0xffffffff) * 4 + cub::WARP_ANY(t == 70, 0xffffffff) * 2 +
           cub::WARP_ALL(warp == 1, 0xffffffff);
}

static int failures = 0;
static void same(int got, int expected, const char *what, int width, int at) {
  if (got != expected && failures++ < 20) printf("%s, %d lanes: %d is %d, expected %d\n", what, width, at, got, expected);
}

template <int W>
void widths(int *out) {
  for (int i = 0; i < T * ITEMS; i++) out[16 * T + i] = i * 3;
  logical<W><<<1, T>>>(out);
  cudaDeviceSynchronize();
  for (int t = 0; t < T; t++) {
    const int first = t / W * W, lane = t % W;
    same(out[t], lane ? 0 : W * first + W * (W - 1) / 2, "sum", W, t);
    same(out[T + t], lane ? 0 : first + W / 2 - 1, "maximum", W, t);
    same(out[2 * T + t], lane % 5 ? 0 : std::min(5, W - lane), "segments", W, t);
    same(out[3 * T + t], 7 + lane * first + lane * (lane - 1) / 2, "scan", W, t);
    same(out[4 * T + t], lane * 1000 + W + (first + W - 1) * 100000, "total", W, t);
    same(out[5 * T + t], first * 2 + W + lane, "exchange", W, t);
    same(out[6 * T + t], 1000 - 2 * (first + W - 1) - 1 + 2 * lane + 1, "sort", W, t);
    for (int i = 0; i < ITEMS; i++) same(out[8 * T + first * ITEMS + i * W + lane], (t * ITEMS + i) * 3, "moved", W, t);
  }
}

int main() {
  int *out; cudaMallocManaged(&out, 4 * 20 * T);
  widths<32>(out); widths<16>(out); widths<8>(out);
  votes<<<1, T>>>(out);
  cudaDeviceSynchronize();
  for (int t = 0; t < T; t++) same(out[t], ((8 << t / 32) - 1) * 4 + (t / 32 == 2) * 2 + (t / 32 == 1), "votes", 32, t);
  if (cudaDeviceSynchronize() != cudaSuccess) failures++;
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
