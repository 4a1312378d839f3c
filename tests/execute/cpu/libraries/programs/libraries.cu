// The vendors' libraries as a program uses them, compiled as HIP and as CUDA: headers, streams, graphs, device scalars.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#define BLAS(name) hipblas##name
#define BLAS_(name) HIPBLAS_##name
#define FFT(name) hipfft##name
#define FFT_(name) HIPFFT_##name
#define RAND(name) hiprand##name
#define RAND_(name) HIPRAND_##name
using Single = hipfftComplex;
constexpr auto half16 = HIPBLAS_R_16F, single32 = HIPBLAS_R_32F, computeSingle = HIPBLAS_R_32F;
#else
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#define BLAS(name) cublas##name
#define BLAS_(name) CUBLAS_##name
#define FFT(name) cufft##name
#define FFT_(name) CUFFT_##name
#define RAND(name) curand##name
#define RAND_(name) CURAND_##name
using Single = cufftComplex;
constexpr auto half16 = CUDA_R_16F, single32 = CUDA_R_32F;
constexpr auto computeSingle = CUBLAS_COMPUTE_32F;
#endif

#include "checks.h"

namespace {

using Floats = std::vector<float>;

__global__ void draw(unsigned *words, float *normals) {
  RAND(StatePhilox4_32_10_t) state;
  RAND(_init)(1234, threadIdx.x, 0, &state);
  words[threadIdx.x] = RAND()(&state);
  normals[threadIdx.x] = RAND(_normal)(&state);
}

void blas(BLAS(Handle_t) handle) {
  float *A = onDevice(Floats{1, 2, 3, 4, 5, 6}), *B = onDevice(Floats{1, 0, 0, 1, 1, 1}), *C = onDevice(Floats(4));
  const float one = 1, zero = 0, two = 2;
  int status = BLAS(Sgemm)(handle, BLAS_(OP_N), BLAS_(OP_N), 2, 2, 3, &one, A, 2, B, 3, &zero, C, 2);
  check(status == 0 && onHost(C, 4) == Floats{1, 2, 9, 12}, "sgemm");
  status = BLAS(Sgemm)(handle, BLAS_(OP_N), BLAS_(OP_N), 2, 2, 3, &one, A, 1, B, 3, &zero, C, 2);
  check(status == BLAS_(STATUS_INVALID_VALUE), "sgemm: leading dimension below the rows");

  float *alpha = onDevice(Floats{2}), *result = onDevice(Floats{0});
  BLAS(SetPointerMode)(handle, BLAS_(POINTER_MODE_DEVICE));
  BLAS(Saxpy)(handle, 6, alpha, A, 1, B, 1);
  BLAS(Sdot)(handle, 6, A, 1, A, 1, result);
  BLAS(SetPointerMode)(handle, BLAS_(POINTER_MODE_HOST));
  check(onHost(B, 6) == Floats{3, 4, 6, 9, 11, 13}, "saxpy with its scalar on the device");
  check(onHost(result, 1)[0] == 91, "sdot with its result on the device");

  GPU(Stream_t) stream;
  GPU(Graph_t) graph;
  GPU(GraphExec_t) runnable;
  (void)GPU(StreamCreate)(&stream);
  BLAS(SetStream)(handle, stream);
  (void)GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeGlobal));
  status = BLAS(Sscal)(handle, 4, &two, C, 1);
  (void)GPU(StreamEndCapture)(stream, &graph);
  check(status == 0 && onHost(C, 4) == Floats{1, 2, 9, 12}, "a captured call does nothing yet");
  (void)GPU(GraphInstantiate)(&runnable, graph, nullptr, nullptr, 0);
  (void)GPU(GraphLaunch)(runnable, stream);
  (void)GPU(GraphLaunch)(runnable, stream);
  (void)GPU(StreamSynchronize)(stream);
  check(onHost(C, 4) == Floats{4, 8, 36, 48}, "a graph runs it each time");

  const std::vector<__half> halves(4, __float2half(1.5f));
  __half *H = onDevice(halves);
  status = BLAS(GemmEx)(handle, BLAS_(OP_N), BLAS_(OP_N), 2, 2, 2, &one, H, half16, 2, H, half16, 2, &zero, C, single32,
                        2, computeSingle, BLAS_(GEMM_DEFAULT));
  check(status == 0 && onHost(C, 4) == Floats(4, 4.5f), "gemmEx of halves into floats");
}

void numbers() {
  RAND(Generator_t) generator;
  int status = RAND(CreateGenerator)(&generator, RAND_(RNG_PSEUDO_PHILOX4_32_10));
  RAND(SetPseudoRandomGeneratorSeed)(generator, 1234);
  unsigned *words = onDevice(std::vector<unsigned>(256)), *drawn = onDevice(std::vector<unsigned>(64));
  float *normals = onDevice(Floats(64));
  status |= RAND(Generate)(generator, words, 256);
  draw<<<1, 64>>>(drawn, normals);
  const auto all = onHost(words, 256), own = onHost(drawn, 64);
  bool same = true;
  for (int i = 0; i < 64; ++i) same &= all[4 * i] == own[i];
  check(status == 0 && same, "host and device draw the same numbers");
  check(RAND(DestroyGenerator)(generator) == 0, "a generator ends");
}

void fft() {
  FFT(Handle) plan;
  std::vector<Single> x(8);
  for (int i = 0; i < 8; ++i) x[i] = Single{float(std::cos(M_PI * i / 4)), 0};
  Single *data = onDevice(x);
  int status = FFT(Plan1d)(&plan, 8, FFT_(C2C), 1);
  status |= FFT(ExecC2C)(plan, data, data, FFT_(FORWARD));
  const auto out = onHost(data, 8);
  check(status == 0 && std::abs(out[1].x - 4) < 1e-6 && std::abs(out[7].x - 4) < 1e-6 && std::abs(out[2].x) < 1e-6,
        "a cosine has two lines");
  check(FFT(Destroy)(plan) == 0, "a plan ends");
}

} // namespace

int main() {
  BLAS(Handle_t) handle;
  check(BLAS(Create)(&handle) == 0, "a handle");
  blas(handle);
  check(BLAS(Destroy)(handle) == 0, "a handle ends");
  check(BLAS(Destroy)(handle) != 0, "and ends once");
  numbers();
  fft();
  return failures;
}
