// The work-items of throughput.hip that need no others, as loops of the host with OpenMP.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static void axpy(float a, const float *x, float *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}
static void polynomial(const float *x, float *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    float value = x[i], sum = 1;
    for (int k = 0; k < 16; ++k)
      sum = sum * value + 0.5f;
    y[i] = sum;
  }
}
static void stencil(const float *x, float *y, int n) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; ++i)
    y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}

template <class Run> void measure(const char *name, int items, Run run) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30, busy = 1e30;
  run();
  for (int round = 0; round < 5; ++round) {
    const std::clock_t before = std::clock();
    const auto began = Clock::now();
    run();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - began).count());
    busy = std::min(busy, double(std::clock() - before) / CLOCKS_PER_SEC);
  }
  std::printf("%s %.3f %.3f\n", name, best * 1e9 / items, busy * 1e9 / items);
}

int main() {
  const int n = 1 << 18, large = 1 << 22;
  // Written, as by hipMemset: pages that nobody wrote are all one page of zeros, which is always in the cache. With
  // ones, since g++ makes calloc of malloc and zeros.
  auto *x = static_cast<float *>(std::malloc(large * sizeof(float)));
  auto *y = static_cast<float *>(std::malloc(large * sizeof(float)));
  std::fill_n(x, large, 1.0f);
  std::fill_n(y, large, 1.0f);
  measure("axpy", n, [&] { axpy(2, x, y, n); });
  measure("axpy_large", large, [&] { axpy(2, x, y, large); });
  measure("polynomial", n, [&] { polynomial(x, y, n); });
  measure("stencil", n, [&] { stencil(x, y, n); });
}
