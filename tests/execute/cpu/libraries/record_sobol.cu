// Writes down what cuRAND's quasi-random generators return, for sobol.tsv: nvcc record_sobol.cu -lcurand && ./a.out
// For each algorithm, number of dimensions, offset and function: the sum FNV-1a of all bytes, and numbers from evenly
// spaced places. Below them the sums of the first vectors of directions and of the constants. A name of a folder as
// argument has all of these written there.
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdio>
#include <string>
#include <vector>

static unsigned long long sumOf(const void *bytes, size_t n) {
  unsigned long long sum = 14695981039346656037ull;
  for (size_t i = 0; i < n; ++i)
    sum = (sum ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211ull;
  return sum;
}

template <class T, class Make>
static void row(int type, unsigned dimensions, int offset, const char *name, size_t each, const char *format, Make make) {
  const size_t count = each * dimensions;
  curandGenerator_t generator;
  curandCreateGenerator(&generator, curandRngType_t(type));
  curandSetQuasiRandomGeneratorDimensions(generator, dimensions);
  curandSetGeneratorOffset(generator, offset);
  T *numbers;
  cudaMalloc(&numbers, count * sizeof(T));
  const int status = make(generator, numbers, count);
  std::vector<T> out(count);
  cudaMemcpy(out.data(), numbers, count * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%d\t%u\t%d\t%s\t%zu\t%d\t%llu", type, dimensions, offset, name, count, status,
         sumOf(out.data(), count * sizeof(T)));
  for (int i = 0; i < 12; ++i) {
    printf("\t");
    printf(format, out[i * (count / 12)]);
  }
  printf("\n");
  curandDestroyGenerator(generator);
  cudaFree(numbers);
}

static void all(int type, unsigned dimensions, int offset, size_t each) {
  row<float>(type, dimensions, offset, "GenerateUniform", each, "%.9g", curandGenerateUniform);
  row<double>(type, dimensions, offset, "GenerateUniformDouble", each, "%.17g", curandGenerateUniformDouble);
  row<float>(type, dimensions, offset, "GenerateNormal", each, "%.9g",
             [](curandGenerator_t g, float *out, size_t n) { return curandGenerateNormal(g, out, n, 0, 1); });
  row<double>(type, dimensions, offset, "GenerateNormalDouble", each, "%.17g",
              [](curandGenerator_t g, double *out, size_t n) { return curandGenerateNormalDouble(g, out, n, 0, 1); });
}

static void keep(const char *folder, const char *name, const void *bytes, size_t n, size_t first) {
  printf("# %s\t%llu\t%llu\n", name, sumOf(bytes, first), sumOf(bytes, n));
  if (!folder)
    return;
  FILE *file = fopen((std::string(folder) + "/" + name).c_str(), "wb");
  fwrite(bytes, 1, n, file);
  fclose(file);
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : nullptr;
  for (int type : {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32})
    for (unsigned dimensions : {1u, 5u, 20000u})
      for (int offset : {0, 77}) {
        const size_t each = dimensions == 20000 ? 12 : 6000;
        row<unsigned>(type, dimensions, offset, "Generate", each, "%u", curandGenerate);
        all(type, dimensions, offset, each);
      }
  for (int type : {CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64})
    for (unsigned dimensions : {1u, 5u, 20000u})
      for (int offset : {0, 77}) {
        const size_t each = dimensions == 20000 ? 12 : 6000;
        row<unsigned long long>(type, dimensions, offset, "GenerateLongLong", each, "%llu", curandGenerateLongLong);
        all(type, dimensions, offset, each);
      }
  for (int set : {101, 102}) {
    curandDirectionVectors32_t *vectors;
    curandGetDirectionVectors32(&vectors, curandDirectionVectorSet_t(set));
    keep(folder, set == 101 ? "vectors32" : "scrambled32", vectors, 20000 * sizeof *vectors, 100 * sizeof *vectors);
  }
  for (int set : {103, 104}) {
    curandDirectionVectors64_t *vectors;
    curandGetDirectionVectors64(&vectors, curandDirectionVectorSet_t(set));
    keep(folder, set == 103 ? "vectors64" : "scrambled64", vectors, 20000 * sizeof *vectors, 100 * sizeof *vectors);
  }
  unsigned *constants;
  curandGetScrambleConstants32(&constants);
  keep(folder, "constants32", constants, 20000 * sizeof *constants, 100 * sizeof *constants);
  unsigned long long *wide;
  curandGetScrambleConstants64(&wide);
  keep(folder, "constants64", wide, 20000 * sizeof *wide, 100 * sizeof *wide);
}
