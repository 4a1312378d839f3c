// Enumerators by number: cuBLAS's operations are 0, 1, 2.
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
static cublasOperation_t op(bool transposed) { return static_cast<cublasOperation_t>(transposed); }
static cublasOperation_t letter(char c) { return (cublasOperation_t)(c == 'T' ? 1 : 0); }
int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 64); cudaMallocManaged(&b, 64); cudaMallocManaged(&c, 64);
  for (int i = 0; i < 4; i++) a[i] = i + 1, b[i] = i + 5, c[i] = -1;
  cublasHandle_t h; cublasCreate(&h);
  const float one = 1, zero = 0;
  cublasSgemm(h, letter('N'), op(true), 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2);
  cudaDeviceSynchronize();
  // column major: A = [1 3; 2 4], B = [5 7; 6 8], A * B^T
  const float expected[] = {26, 38, 30, 44};
  int failures = 0;
  for (int i = 0; i < 4; i++) if (c[i] != expected[i]) failures++, printf("%d: %g, expected %g\n", i, c[i], expected[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
