// What kind of number it is, asked in every form; in a namespace of its own for each header.
template <class T>
__host__ __device__ int kinds(T x) {
  return isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x);
}

template <class T>
__host__ __device__ int kinds_of_std(T x) {
  return std::isnan(x) + 2 * std::isinf(x) + 4 * std::isfinite(x) + 8 * std::signbit(x);
}

template <class T>
__host__ __device__ int kinds_of_all(T x) {
  return ::isnan(x) + 2 * ::isinf(x) + 4 * ::isfinite(x) + 8 * ::signbit(x);
}

namespace inner {
using std::isfinite;
using std::isnan;
template <class T>
__host__ __device__ int kinds_by_using(T x) {
  return isnan(x) + 4 * isfinite(x);
}
}  // namespace inner

template <class T>
__host__ __device__ bool agree(T x, int is) {
  return kinds(x) == is && kinds_of_std(x) == is && kinds_of_all(x) == is
      && inner::kinds_by_using(x) == (is & 5);
}

template <class T>
__host__ __device__ int wrong(T zero) {
  return !agree(zero, 4) + !agree(-zero - 1, 12) + !agree(1 / zero, 2) + !agree(-1 / zero, 10)
       + ((kinds(zero / zero) & 7) != 1) + ((kinds_of_std(zero / zero) & 7) != 1);
}

__global__ void k(int *out, float f, double d) {
  out[0] = wrong(f) + wrong(d) + isnan(f) + !isfinite(d) + (std::isinf(1 / f) != 1);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 4);
  k<<<1, 1>>>(out, 0, 0);
  cudaDeviceSynchronize();
  printf("%d %d\n", *out, wrong(0.0f) + wrong(0.0));
  return 0;
}
