// Writes down how cuRAND's generators go on after a first call, for curand_calls.tsv: nvcc record_curand_calls.cu -lcurand
// && ./a.out. For each algorithm, first function and count: the sum FNV-1a of the 20,000 words that come next.
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdio>
#include <vector>

static void *memory;
static const char *const names[] = {"Generate", "GenerateUniform", "GenerateUniformDouble", "GenerateNormal",
                                    "GenerateNormalDouble", "GenerateLogNormal", "GeneratePoisson"};
static int draw(curandGenerator_t generator, int which, size_t n) {
  switch (which) {
  case 0: return curandGenerate(generator, static_cast<unsigned *>(memory), n);
  case 1: return curandGenerateUniform(generator, static_cast<float *>(memory), n);
  case 2: return curandGenerateUniformDouble(generator, static_cast<double *>(memory), n);
  case 3: return curandGenerateNormal(generator, static_cast<float *>(memory), n, 0, 1);
  case 4: return curandGenerateNormalDouble(generator, static_cast<double *>(memory), n, 0, 1);
  case 5: return curandGenerateLogNormal(generator, static_cast<float *>(memory), n, 0, 1);
  default: return curandGeneratePoisson(generator, static_cast<unsigned *>(memory), n, 10.0);
  }
}

static void row(int type, int which, size_t first) {
  constexpr size_t count = 20000;
  curandGenerator_t generator;
  curandCreateGenerator(&generator, curandRngType_t(type));
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  const int one = draw(generator, which, first), two = curandGenerate(generator, static_cast<unsigned *>(memory), count);
  std::vector<unsigned> words(count);
  cudaMemcpy(words.data(), memory, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
  unsigned long long sum = 14695981039346656037ull;
  for (unsigned word : words)
    for (int byte = 0; byte < 4; ++byte)
      sum = (sum ^ (word >> 8 * byte & 255)) * 1099511628211ull;
  if (one == CURAND_STATUS_SUCCESS && two == CURAND_STATUS_SUCCESS)
    printf("%d\t%s\t%zu\t%llu\n", type, names[which], first, sum);
  curandDestroyGenerator(generator);
}

int main() {
  cudaMalloc(&memory, 8 << 20);
  for (int type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10,
                   CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937})
    for (int which = 0; which < 7; ++which)
      for (size_t first : {2, 6, 1000, 4096, 8192, 12288, 100000, 300000})
        row(type, which, first);
}
