// An array's handle where memory is meant, for each kind of copy: refused, and nothing is written.
#include <cstdio>

int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 64, 1);
  float here[64] = {}, *there;
  cudaMalloc(&there, sizeof here);
  int refused = 0;
  for (int kind = cudaMemcpyHostToHost; kind <= cudaMemcpyDefault; ++kind) {
    const auto as = cudaMemcpyKind(kind);
    refused += cudaMemcpy(array, here, sizeof here, as) == cudaErrorInvalidValue;
    refused += cudaMemcpy(here, array, sizeof here, as) == cudaErrorInvalidValue;
    refused += cudaMemcpy2D(array, sizeof here, there, sizeof here, sizeof here, 1, as) == cudaErrorInvalidValue;
  }
  refused += cudaMemset(array, 0, sizeof here) == cudaErrorInvalidValue;
  std::printf("%d", refused);
}
