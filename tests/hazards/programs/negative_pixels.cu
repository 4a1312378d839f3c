// Floating-point numbers that become bytes: nvcc makes 0 of negative ones and cuts 300 to 44.
#include <cstdio>
#include <cuda_runtime.h>

struct Pixel { unsigned char gray; uchar4 color; };

__device__ float edge(float centre, float around) { return 4.0f * centre - around; }

__global__ void sharpen(unsigned char *out, uchar4 *colors, Pixel *pixels, const float *in) {
  const int i = threadIdx.x;
  float response = edge(in[i], 40.0f);
  out[i] = response;
  unsigned char again = (unsigned char)(in[i] * 4.0f - 40.0f);
  out[64 + i] = again;
  out[128 + i] = static_cast<unsigned char>(response) + 1;
  colors[i] = make_uchar4(response, in[i], 0.5f * response, 255);
  uchar4 c;
  c.x = response;
  c.y = i;
  pixels[i].color.x = c.x;
  pixels[i].color.y = c.y;
}

int main() {
  unsigned char *out;
  uchar4 *colors;
  Pixel *pixels;
  float *in;
  cudaMallocManaged(&out, 192);
  cudaMallocManaged(&colors, 64 * sizeof(uchar4));
  cudaMallocManaged(&pixels, 64 * sizeof(Pixel));
  cudaMallocManaged(&in, 64 * sizeof(float));
  for (int i = 0; i < 64; i++) in[i] = i * 1.5f;
  sharpen<<<1, 64>>>(out, colors, pixels, in);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 64; i++) {
    const float response = 4.0f * in[i] - 40.0f;
    const int byte = response < 0 ? 0 : (int)response & 255, half = response < 0 ? 0 : (int)(0.5f * response) & 255;
    failures += out[i] != byte || out[64 + i] != byte || out[128 + i] != ((byte + 1) & 255);
    failures += colors[i].x != byte || colors[i].y != (int)in[i] || colors[i].z != half || colors[i].w != 255;
    failures += pixels[i].color.x != byte || pixels[i].color.y != i;
  }
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
