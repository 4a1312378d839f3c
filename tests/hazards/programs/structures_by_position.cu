// Structures of the runtime initialised by position.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o) { o[threadIdx.x] = threadIdx.x + gridDim.x; }
int main() {
  int *o; cudaMallocManaged(&o, 512);
  cudaExtent e = {64, 2, 3};
  cudaPos at = {1, 2, 3};
  cudaChannelFormatDesc c = {8, 16, 32, 0, cudaChannelFormatKindUnsigned};
  cudaPitchedPtr p = {o, 64, 16, 4};
  int failures = 0;
  auto check = [&](bool ok, const char *what) { if (!ok) failures++, printf("%s\n", what); };
  check(e.width == 64 && e.height == 2 && e.depth == 3, "extent");
  check(at.x == 1 && at.y == 2 && at.z == 3, "position");
  check(c.x == 8 && c.y == 16 && c.z == 32 && c.w == 0 && c.f == cudaChannelFormatKindUnsigned, "format");
  check(p.ptr == o && p.pitch == 64 && p.xsize == 16 && p.ysize == 4, "pitched");
  cudaMemcpy3DParms m = {nullptr, {0, 0, 0}, make_cudaPitchedPtr(o, 64, 16, 4), nullptr, {0, 0, 0}, make_cudaPitchedPtr(o + 64, 64, 16, 4), {16, 4, 1}, cudaMemcpyDefault};
  check(m.srcPtr.ptr == o && m.dstPtr.ptr == o + 64 && m.extent.height == 4 && m.kind == cudaMemcpyDefault, "copy");
  cudaTextureDesc t = {{cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}, cudaFilterModeLinear, cudaReadModeNormalizedFloat, 0, {1, 2, 3, 4}, 1};
  check(t.addressMode[1] == cudaAddressModeMirror && t.filterMode == cudaFilterModeLinear && t.readMode == cudaReadModeNormalizedFloat && t.borderColor[2] == 3 && t.normalizedCoords == 1, "texture");
  k<<<2, 32>>>(o);
  check(cudaDeviceSynchronize() == cudaSuccess && o[5] == 7, "launched");
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
