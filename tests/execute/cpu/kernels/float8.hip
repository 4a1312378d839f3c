// Eight-bit floating point: OCP's formats, and stochastic rounding.
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#if HIP_FP8_TYPE_OCP // HIP's own types, in software
extern "C" __global__ void types(const float *in, float *e4m3, float *e5m2) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  e4m3[i] = float(__hip_fp8_e4m3(in[i]));
  e5m2[i] = float(__hip_fp8_e5m2(in[i]));
}
#endif

// What stands for the instructions of gfx950 and gfx12.
extern "C" __device__ unsigned porter_cvt_pk_fp8_f32_ocp(float low, float high, unsigned old, unsigned upper);
extern "C" __device__ unsigned porter_cvt_pk_bf8_f32_ocp(float low, float high, unsigned old, unsigned upper);
extern "C" __device__ float porter_cvt_f32_fp8_ocp(unsigned word, unsigned index);
extern "C" __device__ float porter_cvt_f32_bf8_ocp(unsigned word, unsigned index);
extern "C" __global__ void instructions(const float *in, float *e4m3, float *e5m2) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  e4m3[i] = porter_cvt_f32_fp8_ocp(porter_cvt_pk_fp8_f32_ocp(0, in[i], 0, 1), 3);
  e5m2[i] = porter_cvt_f32_bf8_ocp(porter_cvt_pk_bf8_f32_ocp(in[i], 0, 0, 0), 0);
}

#if defined(__gfx942__)
extern "C" __global__ void stochastic(const float *in, const unsigned *seeds, unsigned *fp8, unsigned *bf8) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  fp8[i] = __builtin_amdgcn_cvt_sr_fp8_f32(in[i], seeds[i], 0x11223344, 2);
  bf8[i] = __builtin_amdgcn_cvt_sr_bf8_f32(in[i], seeds[i], 0x11223344, 0);
}
#endif
