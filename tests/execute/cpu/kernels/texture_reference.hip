// A module with a texture reference, for programs/texture_references.hip.
#include <hip/hip_runtime.h>

texture<float, 2> image;

extern "C" __global__ void readImage(float *out) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D(image, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}
