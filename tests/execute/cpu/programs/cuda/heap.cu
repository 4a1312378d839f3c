// new, delete and malloc in device code, of classes with virtual functions too.
#include <cstdio>

struct Base {
  int value;
  __device__ Base(int x) : value(x) {}
  __device__ virtual ~Base() {}
  __device__ virtual int get() { return value; }
};
struct Twice : Base {
  __device__ Twice(int x) : Base(x) {}
  __device__ int get() override { return 2 * value; }
};

__global__ void allocate(int *out) {
  Base *object = new Twice(threadIdx.x);
  int *many = new int[10];
  for (int i = 0; i < 10; i++) many[i] = i;
  int *raw = (int *)malloc(64);
  raw[3] = many[9];
  out[threadIdx.x] = object->get() + raw[3];
  free(raw);
  delete[] many;
  delete object;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof *out);
  allocate<<<1, 64>>>(out);
  const int error = cudaDeviceSynchronize();
  std::printf("%d %d %d\n", error, out[0], out[63]);
}
