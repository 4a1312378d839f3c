// The text of an error's name, compared.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
int main() {
  int bad = 0;
  if (strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue")) bad |= 1;
  if (strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument")) bad |= 2;
  if (strncmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cuda", 4)) bad |= 4;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
