// Texture references of CUDA 11, which CUDA 12 does not declare: arrays, rows and lines, static and not.
#include "checks.h"

#include <cstring>
#include <numeric>
#include <vector>

texture<float, 1, cudaReadModeElementType> line;
static texture<float, 2> rows;
static texture<float4, cudaTextureType2D, cudaReadModeElementType> wide;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> fractions;

template <class Texture> __device__ float first(Texture reference) { return tex1Dfetch(reference, 0); }
__global__ void readLine(float *out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
__global__ void readFirst(float *out) { *out = first(line); }
__global__ void readRows(float *out) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D(rows, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}
__global__ void readBetween(float *out) { *out = tex2D(rows, 1, 0.5f); }
__global__ void readWide(float4 *out) { *out = tex2D(wide, 0.5f, 1.5f); }
__global__ void readFractions(float *out) { out[threadIdx.x] = tex1Dfetch(fractions, threadIdx.x); }

int main() {
  std::vector<float> host(32);
  std::iota(host.begin(), host.end(), 1.0f);
  float *data, *out;
  cudaMalloc(&data, 128);
  cudaMallocManaged(&out, 128);
  cudaMemcpy(data, host.data(), 128, cudaMemcpyHostToDevice);

  size_t offset = 1;
  check("bound", cudaBindTexture(&offset, line, data) == cudaSuccess && offset == 0);
  readLine<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  check("read", std::memcmp(out, host.data(), 128) == 0);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  check("bound elsewhere", cudaBindTexture(nullptr, &line, data + 8, &format, 64) == cudaSuccess);
  readFirst<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  check("read there", *out == 9);
  check("unbound", cudaUnbindTexture(line) == cudaSuccess);

  cudaArray *array;
  cudaMallocArray(&array, &format, 8, 4);
  cudaMemcpyToArray(array, 0, 0, host.data(), 128, cudaMemcpyHostToDevice);
  check("to an array", cudaBindTextureToArray(rows, array, format) == cudaSuccess);
  readRows<<<1, dim3(8, 4)>>>(out);
  cudaDeviceSynchronize();
  check("rows read", std::memcmp(out, host.data(), 128) == 0);
  rows.filterMode = cudaFilterModeLinear;
  rows.addressMode[0] = cudaAddressModeClamp;
  rows.normalized = false;
  check("bound again", cudaBindTextureToArray(rows, array) == cudaSuccess);
  readBetween<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  check("between two", *out == 1.5f);
  const textureReference *known = nullptr;
  check("by its symbol", cudaGetTextureReference(&known, &rows) == cudaSuccess && known == &rows);

  check("to rows", cudaBindTexture2D(nullptr, wide, data, 2, 4, 32) == cudaSuccess);
  readWide<<<1, 1>>>(reinterpret_cast<float4 *>(out));
  cudaDeviceSynchronize();
  check("four at once", std::memcmp(out, &host[8], 16) == 0);

  const unsigned char bytes[] = {0, 51, 255};
  void *words;
  cudaMalloc(&words, 3);
  cudaMemcpy(words, bytes, 3, cudaMemcpyHostToDevice);
  check("bytes", cudaBindTexture(nullptr, fractions, words, 3) == cudaSuccess);
  readFractions<<<1, 3>>>(out);
  cudaDeviceSynchronize();
  check("as fractions", out[0] == 0 && out[1] == 0.2f && out[2] == 1);
  textureReference stranger;
  check("no reference", cudaBindTextureToArray(&stranger, array, &format) != cudaSuccess);
  return failures;
}
