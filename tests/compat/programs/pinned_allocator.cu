// Thrust's allocator of pinned memory, by its three names.
#include <cstdio>
#include <thrust/host_vector.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <vector>
using namespace thrust::system::cuda::experimental;

static void check(bool right, const char* what) { std::printf("%s %s\n", right ? "ok" : "wrong", what); }

int main() {
  thrust::host_vector<int, pinned_allocator<int>> numbers(1000, 3);
  std::vector<double, thrust::cuda::experimental::pinned_allocator<double>> reals(10, 0.5);
  thrust::system::cuda::experimental::pinned_allocator<char> bytes;
  numbers.push_back(4);
  reals.resize(100, 2);
  check(numbers.size() == 1001 && numbers[0] == 3 && numbers[1000] == 4, "host_vector");
  check(reals[9] == 0.5 && reals[99] == 2, "vector");
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, numbers.data()) == cudaSuccess, "known to the runtime");
  char* memory = bytes.allocate(16);
  memory[15] = 1;
  bytes.deallocate(memory, 16);
  check(bytes == pinned_allocator<char>(pinned_allocator<int>()), "one is like another");
  try {
    bytes.deallocate(bytes.allocate(~0ull >> 1), 1);
    check(false, "too much");
  } catch (const std::bad_alloc&) {
    check(true, "too much");
  }
  return 0;
}
