// CUB's primitives for blocks that few name: shuffles, run lengths, plain loads and stores.
#include <cstdio>
#include <cub/cub.cuh>
#include <cub/block/block_shuffle.cuh>

constexpr int ITEMS = 2;

template <int T>
__global__ void rest(const int *in, int *out) {
  using Shuffle = cub::BlockShuffle<int, T>;
  using Decode = cub::BlockRunLengthDecode<int, T, 1, ITEMS>;
  __shared__ union { typename Shuffle::TempStorage shuffle; typename Decode::TempStorage decode; } temp;
  const int t = threadIdx.x;
  int items[ITEMS], moved = -1;
  int *to = out + t;
  Shuffle(temp.shuffle).Offset(t, moved, 3);
  to[0] = t + 3 < T ? moved : 0;
  __syncthreads();
  Shuffle(temp.shuffle).Rotate(t, moved, 5);
  to[T] = moved;
  __syncthreads();
  items[0] = 2 * t, items[1] = 2 * t + 1;
  int shifted[ITEMS];
  Shuffle(temp.shuffle).Up(items, shifted);
  to[2 * T] = t ? shifted[0] : 0; to[3 * T] = shifted[1];
  __syncthreads();
  int value[1] = {t}, length[1] = {1 + t % 3};
  int total;
  Decode decode(temp.decode, value, length, total);
  decode.RunLengthDecode(items, 0);
  to[4 * T] = items[0] * 1000 + items[1]; to[5 * T] = total;
  __syncthreads();
  cub::LoadDirectStriped<T>(t, in, items);
  cub::StoreDirectBlocked(t, out + 8 * T, items);
  cub::LoadDirectBlocked(t, in, items);
  cub::StoreDirectStriped<T>(t, out + 10 * T, items);
  cub::LoadDirectBlockedVectorized(t, const_cast<int *>(in), items);
  cub::StoreDirectBlockedVectorized(t, out + 12 * T, items);
}

static int failures = 0;
template <int T>
void blocks(int *out) {
  int *in = out + 8192;
  for (int i = 0; i < T * ITEMS; i++) in[i] = i * 3;
  rest<T><<<1, T>>>(in, out);
  cudaDeviceSynchronize();
  auto same = [](int got, int expected, const char *what, int t) {
    if (got != expected && failures++ < 20) printf("%s, %d threads: %d is %d, expected %d\n", what, T, t, got, expected);
  };
  int run = 0, within = 0, total = 0;
  for (int t = 0; t < T; t++) total += 1 + t % 3;
  auto next = [&] { int v = run; if (++within == 1 + run % 3) run++, within = 0; return v; };
  for (int t = 0; t < T; t++) {
    same(out[t], t + 3 < T ? t + 3 : 0, "offset", t);
    same(out[T + t], (t + 5) % T, "rotate", t);
    same(out[2 * T + t], t ? 2 * t - 1 : 0, "up", t);
    same(out[3 * T + t], 2 * t, "up", t);
    const int first = next(), second = next();
    if (2 * t + 1 < total) same(out[4 * T + t], first * 1000 + second, "runs", t);
    same(out[5 * T + t], total, "length of runs", t);
  }
  for (int t = 0; t < T; t++)
    for (int i = 0; i < ITEMS; i++) {
      same(out[8 * T + t * ITEMS + i], (i * T + t) * 3, "striped", t);
      same(out[10 * T + i * T + t], (t * ITEMS + i) * 3, "blocked", t);
      same(out[12 * T + t * ITEMS + i], (t * ITEMS + i) * 3, "vectors", t);
    }
}

int main() {
  int *out; cudaMallocManaged(&out, 1 << 16);
  blocks<32>(out); blocks<64>(out); blocks<128>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) failures++;
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
