// Thrust's engines and distributions, drawn on the device and on the host.
#include <thrust/random.h>

#include <cstdio>

#ifdef __CUDACC__
namespace scope = thrust::random::experimental; // where it was until Thrust 1.6
#else
namespace scope = thrust::random;
#endif
enum { kEngines = 6, kDraws = 5 };

template <class Engine> __host__ __device__ unsigned long long ten_thousandth() {
  Engine engine;
  engine.discard(9999);
  return engine();
}

__host__ __device__ void draw(double *out) {
  out[0] = ten_thousandth<thrust::minstd_rand0>();
  out[1] = ten_thousandth<thrust::minstd_rand>();
  out[2] = ten_thousandth<thrust::ranlux24_base>();
  out[3] = ten_thousandth<thrust::ranlux48_base>();
  out[4] = ten_thousandth<thrust::ranlux24>();
  out[5] = ten_thousandth<thrust::taus88>();
  thrust::minstd_rand engine(7);
  scope::normal_distribution<double> normal(1, 2);
  thrust::uniform_real_distribution<double> real(-1, 3);
  thrust::uniform_int_distribution<int> whole(3, 9);
  for (int i = 0; i < kDraws; ++i) {
    out[kEngines + 3 * i] = normal(engine);
    out[kEngines + 3 * i + 1] = real(engine);
    out[kEngines + 3 * i + 2] = whole(engine);
  }
}

__global__ void drawn(double *out) { draw(out); }

int main() {
  double *there, here[kEngines + 3 * kDraws];
#ifdef __CUDACC__
  cudaMallocManaged(&there, sizeof here);
  drawn<<<1, 1>>>(there);
  cudaDeviceSynchronize();
#else
  (void)hipMallocManaged(&there, sizeof here);
  drawn<<<1, 1>>>(there);
  (void)hipDeviceSynchronize();
#endif
  draw(here);
  for (double one : here) std::printf("%.17g ", one);
  for (int i = 0; i < kEngines + 3 * kDraws; ++i) std::printf("%.17g ", there[i]);
}
