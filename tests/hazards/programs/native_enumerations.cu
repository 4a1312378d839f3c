// --warp native: enumerations that are shuffled, from variables, members and casts.
#include <cstdio>
#include <cuda_runtime.h>
enum Color { RED, GREEN, BLUE };
typedef enum { DOWN = 4, UP = 8 } Way;
namespace shapes { enum Kind : unsigned char { ROUND = 3, SQUARE = 200 }; }
struct Cell { Color color; shapes::Kind kinds[2]; };
__global__ void k(int *o) {
  const int t = threadIdx.x, left = warpSize - 1;
  Color c = Color(t % 3); Way w = t & 1 ? UP : DOWN; Cell cell = {c, {shapes::ROUND, shapes::SQUARE}}; Cell *p = &cell;
  int bad = __shfl_sync(~0ull, c, 5) != (t / warpSize * warpSize + 5) % 3;
  bad += (Color)__shfl_xor_sync(~0ull, w, 1) != (t & 1 ? DOWN : UP);
  bad += __shfl_down_sync(~0ull, p->color, 1, 2) != (t & 1 ? c : (t + 1) % 3);
  bad += __shfl_sync(~0ull, cell.kinds[1], left) + 1 != 201;
  bad += __shfl_sync(~0ull, (Color)(t % 2), 1) != GREEN;
  bad += static_cast<Way>(__shfl_sync(~0ull, static_cast<Way>(t), left)) != (t / warpSize + 1) * warpSize - 1;
  const unsigned char byte = t & 1; const short narrow = -1;
  bad += __popcll(__match_any_sync(~0ull, byte)) * 2 != warpSize;
  bad += __popcll(__match_any_sync(~0ull, narrow)) != warpSize;
  atomicAdd(o, bad);
}
int main() {
  int *o; cudaMallocManaged(&o, 64); k<<<1, 128>>>(o);
  int bad = cudaDeviceSynchronize() != cudaSuccess || *o != 0;
  printf(bad ? "FAIL %d\n" : "PASS\n", *o); return bad != 0;
}
