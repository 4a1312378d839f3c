// printf of a kernel: lengths, widths and precisions that are arguments, text.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k(long long wide) {
  printf("%hhd %hd %hhu %hx %hho|", 300, 70000, -1, 0x12345, 0x1ff);
  printf("%lld %llu %zu %lx|", wide, (unsigned long long)wide, (size_t)1 << 40, 255l);
  printf("%*d %-*d %.*f %*.*f|", 6, 7, 4, 7, 2, 3.14159, 8, 1, 2.75);
  printf("%s %6s %.2s %c %5.1f%% %p\n", "text", "right", "cut", 'q', 12.25, (void *)0x10);
}

int main() {
  k<<<1, 1>>>(-5);
  return cudaDeviceSynchronize();
}
