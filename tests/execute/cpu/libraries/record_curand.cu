// Writes down what cuRAND's generators return, for curand.tsv: nvcc record_curand.cu -lcurand && ./a.out
// For each algorithm and function: the sum FNV-1a of all bytes, and numbers from evenly spaced places.
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdio>
#include <vector>

template <class T, class Make> void row(int type, const char *name, size_t count, const char *format, Make make) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, curandRngType_t(type));
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  T *numbers;
  cudaMalloc(&numbers, count * sizeof(T));
  make(generator, numbers, count);
  std::vector<T> out(count);
  cudaMemcpy(out.data(), numbers, count * sizeof(T), cudaMemcpyDeviceToHost);
  unsigned long long sum = 14695981039346656037ull;
  for (size_t i = 0; i < count * sizeof(T); ++i)
    sum = (sum ^ reinterpret_cast<unsigned char *>(out.data())[i]) * 1099511628211ull;
  printf("%d\t%s\t%zu\t%llu", type, name, count, sum);
  for (int i = 0; i < 12; ++i) {
    printf("\t");
    printf(format, out[i * (count / 12)]);
  }
  printf("\n");
  curandDestroyGenerator(generator);
  cudaFree(numbers);
}

int main() {
  for (int type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10,
                   CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937}) {
    row<unsigned>(type, "Generate", 300000, "%u", curandGenerate);
    row<float>(type, "GenerateUniform", 12000, "%.9g", curandGenerateUniform);
    row<double>(type, "GenerateUniformDouble", 12000, "%.17g", curandGenerateUniformDouble);
    row<float>(type, "GenerateNormal", 12000, "%.9g",
               [](curandGenerator_t g, float *out, size_t n) { curandGenerateNormal(g, out, n, 0, 1); });
    row<double>(type, "GenerateNormalDouble", 4000, "%.17g",
                [](curandGenerator_t g, double *out, size_t n) { curandGenerateNormalDouble(g, out, n, 0, 1); });
  }
}
