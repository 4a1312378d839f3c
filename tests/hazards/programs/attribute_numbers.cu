// Attributes of a device by number; the warp's size as an attribute.
#include <cstdio>
#include <cuda_runtime.h>
int main() {
  int warp = 0, threads = 0, major = 0, by_number = 0;
  cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaDeviceGetAttribute(&by_number, (cudaDeviceAttr)10, 0);
  cudaDeviceGetAttribute(&major, static_cast<cudaDeviceAttr>(75), 0);
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
  int failures = 0;
  if (warp != 32) failures++, printf("attribute: warp %d\n", warp);
  if (p.warpSize != 32) failures++, printf("property: warp %d\n", p.warpSize);
  if (by_number != 32) failures++, printf("attribute 10: %d\n", by_number);
  if (major != 8) failures++, printf("attribute 75: %d\n", major);
  if (threads != 1024) failures++, printf("threads %d\n", threads);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
